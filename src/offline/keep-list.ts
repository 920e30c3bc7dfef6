import type { QueryKey } from '@tanstack/react-query'
import type { Page } from '#contract/page.ts'
import { type Copy, copyAt, headHash, nextHash, pageHash, pageHashes } from './kept-list.ts'
import type { Needs } from './needs.ts'
import { currentKeeper, type Known } from './query-keeper.ts'

/** A copy that was broken off longer ago than this is begun anew: its pages would be too far apart. Milliseconds. */
const GO_ON_WITHIN_MS = 60 * 60_000
/** No list is longer: a server that always has a next page is not followed for ever. */
const MOST_PAGES = 1_000

/** Asks the server for one page, null for the first. Throws an `ApiError`, and the signal's reason. */
export type FetchPage<Row> = (next: string | null, signal: AbortSignal) => Promise<Known<Page<Row>>>

export interface KeepingHow {
  readonly signal: AbortSignal
  /** Whether a copy that was broken off may be gone on with; not after a change that it may lack. */
  readonly mayGoOn: boolean
  /** How many rows are through, of how many. */
  readonly onRows: (done: number, of: number) => void
}

interface ListToKeep extends Needs {
  readonly queryKey: QueryKey
}

const recordsOf = (needs: Needs) => {
  const page = (hash: string, asOf: number, data: unknown) => ({ hash, asOf, json: JSON.stringify(data), needs })
  return { page, copy: (hash: string, { asOf, ...data }: Copy) => page(hash, asOf, data) }
}

/** The copy to write: the one that was broken off, or a new one; `stale`: what then is of no use any more. */
async function begin(queryKey: QueryKey, mayGoOn: boolean, now: number) {
  const [before, begun] = await Promise.all([copyAt(headHash(queryKey)), copyAt(nextHash(queryKey))])
  const old = before === null ? [] : pageHashes(queryKey, before)
  if (mayGoOn && begun !== null && Math.abs(now - begun.begunAt) < GO_ON_WITHIN_MS)
    return { first: begun, old, stale: [] }
  const generation = Math.max(before?.generation ?? 0, begun?.generation ?? 0) + 1
  const first: Copy = {
    generation,
    pages: 0,
    rows: 0,
    count: 0,
    next: null,
    begunAt: now,
    asOf: Number.POSITIVE_INFINITY,
  }
  return { first, old, stale: begun === null ? [] : pageHashes(queryKey, begun) }
}

/**
 * Fetches a list to its end and keeps it as `keptList` reads it. Answers false when the device could not keep it (no
 * space); throws what `fetchPage` throws: what is there by then is gone on with the next time.
 */
export async function keepList<Row>(
  { queryKey, access, parts }: ListToKeep,
  fetchPage: FetchPage<Row>,
  how: KeepingHow,
): Promise<boolean> {
  const record = recordsOf({ access, ...(parts && { parts }) })
  const { first, old, stale } = await begin(queryKey, how.mayGoOn, Date.now())
  const keeper = currentKeeper()
  let copy = first
  while (copy.pages === 0 || copy.next !== null) {
    const { data, asOf } = await fetchPage(copy.next, how.signal)
    // Somebody else's device by now, or nobody's.
    if (keeper === null || currentKeeper() !== keeper) return false
    const isLast = data.results.length === 0 || copy.pages + 1 >= MOST_PAGES
    const page = record.page(pageHash(queryKey, copy.generation, copy.pages), asOf, data)
    copy = {
      ...copy,
      pages: copy.pages + 1,
      rows: copy.rows + data.results.length,
      count: data.count,
      next: isLast ? null : data.next,
      asOf: Math.min(copy.asOf, asOf),
    }
    if (!(await keeper.exchange([page, record.copy(nextHash(queryKey), copy)], stale.splice(0)))) return false
    how.onRows(copy.rows, copy.count)
  }
  return keeper?.exchange([record.copy(headHash(queryKey), copy)], [nextHash(queryKey), ...old]) ?? false
}
