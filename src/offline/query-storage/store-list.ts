import type { QueryKey } from '@tanstack/react-query'
import type { Page } from '#contract/wire/page.ts'
import type { QueryData, TaggedResponse } from '#src/offline/reading/query-data.ts'
import { storedTag, usableTag } from '#src/offline/reading/revalidate.ts'
import type { RequiredAccess } from '../required-access.ts'
import { forgetChangedRows } from './changed-rows.ts'
import { currentPersister } from './query-persister.ts'
import {
  changedHash,
  headHash,
  type ListCopy,
  nextHash,
  type PageNote,
  pageHash,
  pageHashes,
  readCopy,
} from './stored-copy.ts'

/** Milliseconds. An interrupted copy older than this is restarted, because its pages would differ too much in age. */
const RESUME_WITHIN_MS = 60 * 60_000
/** Maximum number of pages. It ends the loop if the server always reports a next page. */
const MAX_PAGES = 1_000

/** The request for one page of a list. */
export interface StoredPageRequest<Row> {
  /** Address of the page; null for the first one. */
  readonly next: string | null
  readonly signal: AbortSignal
  /** The server's last tagged response for this page; null for none. */
  readonly lastResponse: TaggedResponse<Page<Row>> | null
}
/**
 * Fetches one page from the server. The page of a last response has no rows, because an unchanged page need not be read.
 * Throws an `ApiError`, and the signal's reason.
 */
export type FetchPage = (request: StoredPageRequest<never>) => Promise<QueryData<Page<unknown>>>

export interface StoreListOptions {
  readonly signal: AbortSignal
  /** Whether to resume an interrupted copy. Not after a change that its pages might lack. */
  readonly mayResume: boolean
  /**
   * The position of the server's changes before the first page is fetched; null when it is unknown. Only for lists whose
   * changed rows the server sends.
   */
  readonly position?: () => Promise<string | null>
  /** Progress: stored rows, and rows of the whole list. */
  readonly onRows: (done: number, total: number) => void
}

interface ListToStore extends RequiredAccess {
  readonly queryKey: QueryKey
}

const answersOf = (needs: RequiredAccess) => {
  const page = (hash: string, asOf: number, data: unknown) => ({ hash, asOf, json: JSON.stringify(data), needs })
  return { page, copy: (hash: string, { asOf, ...data }: ListCopy) => page(hash, asOf, data) }
}

/**
 * `first`: the copy to write, either the interrupted one or a new one. `before`: the complete copy. `stale`: hashes of
 * pages to delete, left from an interrupted copy that is not resumed.
 */
async function beginCopy(queryKey: QueryKey, { mayResume, position }: StoreListOptions, now: number) {
  const [before, interrupted] = await Promise.all([readCopy(headHash(queryKey)), readCopy(nextHash(queryKey))])
  const old = before === null ? [] : pageHashes(queryKey, before)
  if (mayResume && interrupted !== null && Math.abs(now - interrupted.begunAt) < RESUME_WITHIN_MS)
    return { first: interrupted, before, stale: [] }
  // A generation is never reused, because pages in memory are found by it.
  const generation = Math.max(now, ...[before, interrupted].map((copy) => (copy?.generation ?? 0) + 1))
  const from = await position?.()
  const first: ListCopy = {
    ...(from && { position: from }),
    generation,
    pages: 0,
    rows: 0,
    count: 0,
    next: null,
    begunAt: now,
    asOf: Number.POSITIVE_INFINITY,
  }
  const interruptedHashes = interrupted === null ? [] : pageHashes(queryKey, interrupted)
  return { first, before, stale: interruptedHashes.filter((hash) => !old.includes(hash)) }
}

/** The note of the complete copy's page that has the same address as the next page of `copy`; undefined for none. */
function noteOfStoredPage(before: ListCopy | null, { pages, next }: ListCopy) {
  const follows = pages === 0 ? null : before?.notes?.[pages - 1]?.next
  return follows === next ? before?.notes?.[pages] : undefined
}

/**
 * Fetches the next page of `copy`. `same`: the note of the complete copy's page, if the server reports it unchanged.
 */
async function nextPage(queryKey: QueryKey, fetchPage: FetchPage, progress: CopyProgress) {
  const { before, copy, signal } = progress
  const note = noteOfStoredPage(before, copy)
  const etag = usableTag(note?.etag)
  const request = { next: copy.next, signal }
  if (note === undefined || etag === undefined) return { page: await fetchPage({ ...request, lastResponse: null }) }
  // An unchanged page stays where it is, so its rows need not be read.
  const data = { count: note.count, next: note.next, previous: null, results: [] }
  const page = await fetchPage({ ...request, lastResponse: { data, etag } })
  if (page.data !== data) return { page }
  const [age] = (await currentPersister()?.agesOf([pageHash(queryKey, note.generation, copy.pages)])) ?? []
  // Without an age, the stored page was evicted meanwhile.
  return typeof age === 'number' ? { page, same: note } : { page: await fetchPage({ ...request, lastResponse: null }) }
}
/** The complete copy that is stored (null for none), and the copy that is being written. */
interface CopyProgress {
  readonly before: ListCopy | null
  readonly copy: ListCopy
  readonly signal: AbortSignal
}

/**
 * Fetches all pages of a list and stores them for `storedList`. Unchanged pages are not written again. Returns false
 * when the device could not store a page (no space) or the user changed. Throws what `fetchPage` throws; the next call
 * can resume from the pages stored by then.
 */
export async function storeList(
  { queryKey, access, parts }: ListToStore,
  fetchPage: FetchPage,
  options: StoreListOptions,
): Promise<boolean> {
  const answers = answersOf({ access, ...(parts && { parts }) })
  const { first, before, stale } = await beginCopy(queryKey, options, Date.now())
  const persister = currentPersister()
  let copy = first
  while (copy.pages === 0 || copy.next !== null) {
    const { page, same } = await nextPage(queryKey, fetchPage, { before, copy, signal: options.signal })
    // The user may have signed out, or another one signed in, meanwhile.
    if (persister === null || currentPersister() !== persister) return false
    const hash = pageHash(queryKey, same?.generation ?? copy.generation, copy.pages)
    const newPage = same ? [] : [answers.page(hash, page.asOf, page.data)]
    copy = withPage(copy, page, same)
    const written = [...newPage, answers.copy(nextHash(queryKey), copy)]
    if (!(await persister.exchange(written, stale.splice(0), same ? [hash] : []))) return false
    options.onRows(copy.rows, copy.count)
  }
  const current = pageHashes(queryKey, copy)
  const stored = before === null ? [] : [changedHash(queryKey, before), ...pageHashes(queryKey, before)]
  const old = stored.filter((hash) => !current.includes(hash))
  if (persister && before) forgetChangedRows(persister, changedHash(queryKey, before))
  return persister?.exchange([answers.copy(headHash(queryKey), copy)], [nextHash(queryKey), ...old]) ?? false
}

/** The copy with one more page. `same`: the note of an unchanged page that is already stored. */
function withPage(copy: ListCopy, { data, asOf, lastResponse }: QueryData<Page<unknown>>, same?: PageNote): ListCopy {
  const { count, next } = data
  const tag = lastResponse ? { etag: storedTag(lastResponse.etag) } : {}
  const note = same ?? { generation: copy.generation, rows: data.results.length, count, next, ...tag }
  const isLast = note.rows === 0 || copy.pages + 1 >= MAX_PAGES
  return {
    ...copy,
    pages: copy.pages + 1,
    rows: copy.rows + note.rows,
    count,
    next: isLast ? null : next,
    asOf: Math.min(copy.asOf, asOf),
    notes: [...(copy.notes ?? []), note],
  }
}
