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

export interface ListToStore extends RequiredAccess {
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
 * Writes a new copy of a list, page by page. It replaces the complete copy when it is complete, too. If it is interrupted,
 * it stays, and the next writer can resume it.
 */
export class CopyWriter {
  readonly #queryKey: QueryKey
  readonly #persister = currentPersister()
  readonly #answers: ReturnType<typeof answersOf>
  readonly #onRows: StoreListOptions['onRows']
  /** The complete copy that is stored; null for none. */
  readonly #before: ListCopy | null
  /** See `beginCopy`. */
  readonly #stale: string[]
  #copy: ListCopy

  private constructor(list: ListToStore, begun: Awaited<ReturnType<typeof beginCopy>>, { onRows }: StoreListOptions) {
    const { queryKey, access, parts } = list
    this.#queryKey = queryKey
    this.#answers = answersOf({ access, ...(parts && { parts }) })
    this.#onRows = onRows
    this.#before = begun.before
    this.#stale = begun.stale
    this.#copy = begun.first
  }

  static async begin(list: ListToStore, options: StoreListOptions): Promise<CopyWriter> {
    return new CopyWriter(list, await beginCopy(list.queryKey, options, Date.now()), options)
  }

  /** The address of the next page; null for the first one. */
  get next(): string | null {
    return this.#copy.next
  }
  get isComplete(): boolean {
    return this.#copy.pages > 0 && this.#copy.next === null
  }

  /** Fetches the next page and adds it. False when the device can't store it (no space), or when the user has changed. */
  async fetchNext(fetchPage: FetchPage, signal: AbortSignal): Promise<boolean> {
    const note = noteOfStoredPage(this.#before, this.#copy)
    const etag = usableTag(note?.etag)
    const request = { next: this.next, signal }
    if (note === undefined || etag === undefined) return this.add(await fetchPage({ ...request, lastResponse: null }))
    // An unchanged page stays where it is, so its rows need not be read.
    const data = { count: note.count, next: note.next, previous: null, results: [] }
    const page = await fetchPage({ ...request, lastResponse: { data, etag } })
    if (page.data !== data) return this.add(page)
    const hash = pageHash(this.#queryKey, note.generation, this.#copy.pages)
    const [age] = (await currentPersister()?.agesOf([hash])) ?? []
    // Without an age, the stored page was evicted meanwhile.
    return typeof age === 'number'
      ? this.add(page, note)
      : this.add(await fetchPage({ ...request, lastResponse: null }))
  }

  /** Adds the next page. `same`: the note of an unchanged page that is already stored. Returns as `fetchNext` does. */
  async add(page: QueryData<Page<unknown>>, same?: PageNote): Promise<boolean> {
    const persister = this.#persister
    // The user may have signed out, or another one signed in, meanwhile.
    if (persister === null || currentPersister() !== persister) return false
    const queryKey = this.#queryKey
    const hash = pageHash(queryKey, same?.generation ?? this.#copy.generation, this.#copy.pages)
    const newPage = same ? [] : [this.#answers.page(hash, page.asOf, page.data)]
    this.#copy = withPage(this.#copy, page, same)
    const written = [...newPage, this.#answers.copy(nextHash(queryKey), this.#copy)]
    if (!(await persister.exchange(written, this.#stale.splice(0), same ? [hash] : []))) return false
    this.#onRows(this.#copy.rows, this.#copy.count)
    return !this.isComplete || this.finish()
  }

  /** Replaces the complete copy. Only needed for a resumed copy that has all pages already. Returns as `fetchNext` does. */
  async finish(): Promise<boolean> {
    const persister = this.#persister
    if (persister === null || currentPersister() !== persister) return false
    const [queryKey, before] = [this.#queryKey, this.#before]
    const current = pageHashes(queryKey, this.#copy)
    const stored = before === null ? [] : [changedHash(queryKey, before), ...pageHashes(queryKey, before)]
    const old = stored.filter((hash) => !current.includes(hash))
    if (before) forgetChangedRows(persister, changedHash(queryKey, before))
    return persister.exchange([this.#answers.copy(headHash(queryKey), this.#copy)], [nextHash(queryKey), ...old])
  }
}

/**
 * Fetches all pages of a list and stores them for `storedList`. Unchanged pages are not written again. Returns false
 * when the device could not store a page (no space) or the user changed. Throws what `fetchPage` throws; the next call
 * can resume from the pages stored by then.
 */
export async function storeList(list: ListToStore, fetchPage: FetchPage, options: StoreListOptions): Promise<boolean> {
  const writer = await CopyWriter.begin(list, options)
  if (writer.isComplete) return writer.finish()
  while (!writer.isComplete) if (!(await writer.fetchNext(fetchPage, options.signal))) return false
  return true
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
