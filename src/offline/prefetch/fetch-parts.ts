import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { untilAborted } from '#src/browser/until-aborted.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import { type ListEnd, streamLists } from '#src/offline/query-storage/stream-lists.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { wasRoomMade } from '#src/offline/space/room-made.ts'
import { sessionCredentials } from '#src/session/session.ts'
import { isOnline } from '../connectivity.ts'
import type { PrefetchState } from './prefetch-state.ts'
import { type SelectedPart, storedAt } from './select-parts.ts'
import { followRefusal, storeWhole } from './store-whole.ts'
import { fetchPosition, syncParts } from './sync-parts.ts'

interface PartOptions {
  readonly signal: AbortSignal
  readonly isDue: boolean
  /** See `StoreListOptions`. */
  readonly position: () => Promise<string | null>
  readonly onRows: (rows: PrefetchState['rows']) => void
}

/**
 * The position from before a pass, fetched once when the first list needs it: each list of the pass has at least the
 * changes up to there. Null when it can't be fetched; the lists are then stored without one.
 */
function positionOfPass(signal: AbortSignal): () => Promise<string | null> {
  let fetched: Promise<string | null> | null = null
  return () => {
    fetched ??= fetchPosition(signal).catch(() => null)
    return fetched
  }
}

/** Fetches one query and waits until it is stored or failed. False when the device has no space for it. */
async function fetchPart(query: AnyQuery, { signal, isDue, position, onRows }: PartOptions) {
  if (query.whole) {
    const from = query.whole.changes === null ? {} : { position }
    return storeWhole(query, { signal, mayResume: isDue, ...from, onRows: (done, of) => onRows({ done, of }) })
  }
  // A response that hangs must not keep a canceled pass alive, with its lock and its line of progress.
  await untilAborted(query.prepare(), signal)
  const entry = queryClient.getQueryCache().find({ queryKey: query.queryKey, exact: true })
  // After a failure the stored response stays, with its age.
  if (entry?.promise)
    await untilAborted(
      entry.promise.catch(() => undefined),
      signal,
    )
  if (isUnreachable(entry?.state.error)) throw entry?.state.error
  return true
}

export interface PassContext {
  readonly signal: AbortSignal
  readonly isSameUser: () => boolean
  readonly publish: (change: Partial<PrefetchState>) => void
}

/** Whether space ran out, and the first failure of a query that was requested, not only due. */
export interface PassResult {
  readonly isFull: boolean
  readonly failure: unknown
}

/** Short responses that are requested at the same time. On a slow network almost all of their time is the round trip. */
const AT_A_TIME = 2

/**
 * Fetches the selected queries: the changed rows of stored lists; then all lists of which the device has nothing, in one
 * response, and beside them the short responses, two at a time; then what is left, one after another. So requests of the
 * screen never queue behind them.
 */
export async function fetchParts(selected: readonly SelectedPart[], context: PassContext): Promise<PassResult> {
  const position = positionOfPass(context.signal)
  const unsynced = await withoutSynced(selected, context.signal)
  const pass = { ...context, position, done: new Set<AnyQuery>(), total: unsynced.length }
  const lists = unsynced.filter(({ part }) => part.whole)
  const short = unsynced.filter(({ part }) => !part.whole)
  const lanes = Array.from({ length: AT_A_TIME }, (_, lane) => short.filter((_part, at) => at % AT_A_TIME === lane))
  // All lists must end before the pass does: it has their lock. A short response may come later.
  const ended = await Promise.allSettled([streamMissing(lists, pass), ...lanes.map((lane) => fetchEach(lane, pass))])
  const done = ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  const rest = await fetchEach(
    lists.filter(({ part }) => !pass.done.has(part)),
    pass,
  )
  const results = [...done, rest]
  await syncResumed(lists, pass)
  return {
    isFull: results.some(({ isFull }) => isFull),
    failure: results.find(({ failure }) => failure !== null)?.failure ?? null,
  }
}

/** Brings lists up to date whose copy an earlier pass began: their first pages are as old as that. */
async function syncResumed(lists: readonly SelectedPart[], { signal, isSameUser, position }: Pass): Promise<void> {
  const synced = lists.map(({ part }) => part).filter(({ whole }) => whole?.changes != null)
  if (synced.length === 0 || !isOnline() || !isSameUser()) return
  try {
    await syncParts(synced, signal, await position())
  } catch (error) {
    // The next event or pass brings the changes. The age of the lists shows it.
    if (!(error instanceof ApiError) && !signal.aborted) throw error
  }
}

interface Pass extends PassContext, Pick<PartOptions, 'position'> {
  readonly total: number
  /** The queries that were fetched, or whose fetch failed for good. */
  readonly done: Set<AnyQuery>
}

const publishRows = ({ publish, total, done }: Pass, rows: PrefetchState['rows']) =>
  publish({ total, done: done.size, rows })

async function fetchEach(selected: readonly SelectedPart[], pass: Pass): Promise<PassResult> {
  const { signal, isSameUser, position, done } = pass
  let isFull = false
  let failure: unknown = null
  for (const { part, isDue } of selected) {
    if (signal.aborted || !isSameUser()) break
    publishRows(pass, null)
    try {
      if (!isOnline()) throw new ApiError('network')
      const hasRoom = !(await isStorageFull()) || (await storedAt(part)) !== null
      const onRows = (rows: PrefetchState['rows']) => publishRows(pass, rows)
      const isStored = hasRoom && (await fetchPart(part, { signal, isDue, position, onRows }))
      if (!isStored) isFull = true
    } catch (error) {
      // A server or network failure, or canceled: continue with the next query. The next pass tries this one again.
      if (!(error instanceof ApiError) && !signal.aborted) throw error
      if (!isDue) failure ??= error
    }
    done.add(part)
  }
  return { isFull, failure }
}

/** Whether nothing more may be stored ahead. What made room must not come back at once and fill the disk again. */
async function isStorageFull(): Promise<boolean> {
  const persister = currentPersister()
  if (persister === null) return false
  return isHeldBack() || (await persister.storageUse()).isFull
}

/** Stored lists made room for what the user saved. */
function isHeldBack(): boolean {
  const persister = currentPersister()
  return persister !== null && wasRoomMade(persister.userId, Date.now())
}

/** Fetches the lists of which the device has no complete copy, in one response. Adds those that have ended to `done`. */
async function streamMissing(selected: readonly SelectedPart[], pass: Pass): Promise<PassResult> {
  const { signal, position, done } = pass
  let isFull = false
  let failure: unknown = null
  const lists = selected.flatMap(({ part, isDue, isMissing }) => {
    const { whole } = part
    if (!isMissing || whole === undefined) return []
    const onRows = (rows: number, of: number) => publishRows(pass, { done: rows, of })
    const from = whole.changes === null ? {} : { position }
    const options = { signal, mayResume: isDue, ...from, onRows }
    return [{ ...whole.needs, part, isDue, whole, queryKey: part.queryKey, options }]
  })
  if (lists.length === 0 || !isOnline() || (await isStorageFull())) return { isFull, failure }
  let hasMadeRoom = false
  try {
    const onEnd = async ({ part, isDue }: (typeof lists)[number], end: ListEnd) => {
      // Nothing more can be stored. The error closes the connection.
      if (!pass.isSameUser()) throw new DOMException('The user has changed.', 'AbortError')
      // Another tab needed the space meanwhile.
      hasMadeRoom = isHeldBack()
      if (hasMadeRoom) throw new DOMException('The space is needed.', 'AbortError')
      done.add(part)
      if (end === 'full') isFull = true
      if (!(end instanceof ApiError)) return
      if (!isDue) failure ??= end
      await followRefusal(part, end)
    }
    await streamLists(lists, { credentials: sessionCredentials, signal, onEnd })
  } catch (error) {
    // An older server lacks this call, or the connection broke off. What is left is fetched page by page.
    if (!(error instanceof ApiError) && !signal.aborted && pass.isSameUser() && !hasMadeRoom) throw error
  }
  return { isFull: isFull || hasMadeRoom, failure }
}

/**
 * Applies the server's changes to the stored lists, also to those that are too old to be updated row by row only: after
 * a day without a network, one request brings them up to date, and fetching them may take minutes. Returns the queries
 * that are left to fetch.
 */
async function withoutSynced(selected: readonly SelectedPart[], signal: AbortSignal): Promise<readonly SelectedPart[]> {
  const synced = selected.flatMap(({ part, isSyncable, isDue }) => (isSyncable || isDue ? [part] : []))
  if (synced.length === 0 || !isOnline()) return selected
  try {
    const done = await syncParts(synced, signal)
    return selected.filter(({ part, isSyncable }) => !(isSyncable && done.includes(part)))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An older server lacks this call, or the server can't be reached. Fetching the lists shows which.
    return selected
  }
}
