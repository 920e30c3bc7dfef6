import type { QueryKey } from '@tanstack/react-query'
import type { Page } from '#contract/wire/page.ts'
import type { QueryData, TaggedResponse } from '#src/offline/reading/query-data.ts'
import { storedTag, usableTag } from '#src/offline/reading/revalidate.ts'
import type { RequiredAccess } from '../required-access.ts'
import { currentPersister } from './query-persister.ts'
import { headHash, type ListCopy, nextHash, type PageNote, pageHash, pageHashes, readCopy } from './stored-list.ts'

/** A copy that was broken off longer ago than this is begun anew: its pages would be too far apart. Milliseconds. */
const RESUME_WITHIN_MS = 60 * 60_000
/** No list is longer: a server that always has a next page is not followed for ever. */
const MAX_PAGES = 1_000

/** What a page is asked with. */
export interface StoredPageRequest<Row> {
  /** Where the list goes on; null for its beginning. */
  readonly next: string | null
  readonly signal: AbortSignal
  /** What the server said last of it. */
  readonly said: TaggedResponse<Page<Row>> | null
}
/** Asks the server for one page. Throws an `ApiError`, and the signal's reason. */
export type FetchPage<Row> = (asked: StoredPageRequest<Row>) => Promise<QueryData<Page<Row>>>

export interface StoreListOptions {
  readonly signal: AbortSignal
  /** Whether a copy that was broken off may be gone on with; not after a change that it may lack. */
  readonly mayResume: boolean
  /** How many rows are through, of how many. */
  readonly onRows: (done: number, of: number) => void
}

interface ListToStore extends RequiredAccess {
  readonly queryKey: QueryKey
}

const answersOf = (needs: RequiredAccess) => {
  const page = (hash: string, asOf: number, data: unknown) => ({ hash, asOf, json: JSON.stringify(data), needs })
  return { page, copy: (hash: string, { asOf, ...data }: ListCopy) => page(hash, asOf, data) }
}

/**
 * The copy to write (the one that was broken off, or a new one), the one that stands, and the records (`stale`) that are of no
 * use any more when a new one is begun.
 */
async function beginCopy(queryKey: QueryKey, mayGoOn: boolean, now: number) {
  const [before, begun] = await Promise.all([readCopy(headHash(queryKey)), readCopy(nextHash(queryKey))])
  const old = before === null ? [] : pageHashes(queryKey, before)
  if (mayGoOn && begun !== null && Math.abs(now - begun.begunAt) < RESUME_WITHIN_MS)
    return { first: begun, before, stale: [] }
  // Never one that there was before: pages are remembered by it.
  const generation = Math.max(now, ...[before, begun].map((one) => (one?.generation ?? 0) + 1))
  const first: ListCopy = {
    generation,
    pages: 0,
    rows: 0,
    count: 0,
    next: null,
    begunAt: now,
    asOf: Number.POSITIVE_INFINITY,
  }
  const left = begun === null ? [] : pageHashes(queryKey, begun)
  return { first, before, stale: left.filter((hash) => !old.includes(hash)) }
}

/** What is noted of a page that stands, if it was asked for as the next one of `copy` is; undefined for none. */
function noteOfStoredPage(before: ListCopy | null, { pages, next }: ListCopy) {
  const follows = pages === 0 ? null : before?.notes?.[pages - 1]?.next
  return follows === next ? before?.notes?.[pages] : undefined
}

/** The next page of `copy`. `same`: what is noted of the one that stands, where the server says that it still is so. */
async function nextPage<Row>(queryKey: QueryKey, fetchPage: FetchPage<Row>, ask: CopyProgress) {
  const { before, copy, signal } = ask
  const note = noteOfStoredPage(before, copy)
  const etag = usableTag(note?.etag)
  const asked = { next: copy.next, signal }
  if (note === undefined || etag === undefined) return { known: await fetchPage({ ...asked, said: null }) }
  // Its rows stay where they are: they need not be read for this.
  const data = { count: note.count, next: note.next, previous: null, results: [] }
  const known = await fetchPage({ ...asked, said: { data, etag } })
  if (known.data !== data) return { known }
  const [age] = (await currentPersister()?.agesOf([pageHash(queryKey, note.generation, copy.pages)])) ?? []
  // Pushed out meanwhile.
  return typeof age === 'number' ? { known, same: note } : { known: await fetchPage({ ...asked, said: null }) }
}
interface CopyProgress {
  readonly before: ListCopy | null
  readonly copy: ListCopy
  readonly signal: AbortSignal
}

/**
 * Fetches a list to its end and keeps it as `keptList` reads it; pages that have not changed stay where they are. Answers false
 * when the device could not keep it (no space); throws what `fetchPage` throws: what is there by then is gone on with the next
 * time.
 */
export async function storeList<Row>(
  { queryKey, access, parts }: ListToStore,
  fetchPage: FetchPage<Row>,
  how: StoreListOptions,
): Promise<boolean> {
  const record = answersOf({ access, ...(parts && { parts }) })
  const { first, before, stale } = await beginCopy(queryKey, how.mayResume, Date.now())
  const keeper = currentPersister()
  let copy = first
  while (copy.pages === 0 || copy.next !== null) {
    const { known, same } = await nextPage(queryKey, fetchPage, { before, copy, signal: how.signal })
    // Somebody else's device by now, or nobody's.
    if (keeper === null || currentPersister() !== keeper) return false
    const hash = pageHash(queryKey, same?.generation ?? copy.generation, copy.pages)
    const page = same ? [] : [record.page(hash, known.asOf, known.data)]
    copy = withPage(copy, known, same)
    const written = [...page, record.copy(nextHash(queryKey), copy)]
    if (!(await keeper.exchange(written, stale.splice(0), same ? [hash] : []))) return false
    how.onRows(copy.rows, copy.count)
  }
  const kept = pageHashes(queryKey, copy)
  const old = before === null ? [] : pageHashes(queryKey, before).filter((hash) => !kept.includes(hash))
  return keeper?.exchange([record.copy(headHash(queryKey), copy)], [nextHash(queryKey), ...old]) ?? false
}

/** A copy with one page more. */
function withPage(
  copy: ListCopy,
  { data, asOf, lastResponse: said }: QueryData<Page<unknown>>,
  same?: PageNote,
): ListCopy {
  const { count, next } = data
  const tag = said ? { etag: storedTag(said.etag) } : {}
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
