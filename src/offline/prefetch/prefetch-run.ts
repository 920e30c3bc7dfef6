import { hashKey } from '@tanstack/react-query'
import { can } from '#contract/wire/access.ts'
import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { holdLock, holdLockIfFree } from '#src/browser/web-lock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import { storedListAge } from '#src/offline/query-storage/stored-list-age.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { sessionState } from '#src/session/session.ts'
import { isOnline } from '../connectivity.ts'
import { isMetered } from '../metered.ts'
import { isPrefetchOn } from './prefetch-choice.ts'
import { type PrefetchRequest, type PrefetchState, prefetchQueries, prefetchState } from './prefetch-state.ts'
import { storeWhole } from './store-whole.ts'
import { fetchPosition, passLock, syncedAt, syncParts } from './sync-parts.ts'

/** A response younger than this is not due, so that a reload does not fetch it again. In milliseconds. */
const FRESH_FOR_MS = 15 * 60_000

/** A list that is older than this is fetched, even if its changed rows would do. In milliseconds. */
const SYNCED_FOR_MS = 6 * 60 * 60_000

/** The rest after a pass, as a multiple of the pass: a series of changes must not keep refetching the same list. */
const REST_FACTOR = 5
const MAX_REST_MS = 60_000
/**
 * Upper limit for rest plus pass, in milliseconds. It is below the two minutes that a settled change waits for its
 * refetch, because a later pass would not count.
 */
const MAX_CYCLE_MS = 100_000

type Progress = Pick<PrefetchState, 'total' | 'done' | 'rows'>
const NO_PROGRESS: Progress = { total: 0, done: 0, rows: null }

/** Shows the progress in the user's other tabs. Replaced when another user signs in. */
let stateChannel: { readonly userId: string; readonly channel: BroadcastChannel } | null = null

function stateChannelFor(userId: string): BroadcastChannel {
  if (stateChannel?.userId === userId) return stateChannel.channel
  stateChannel?.channel.close()
  const channel = new BroadcastChannel(`haulyard-yard-${userId}`)
  channel.onmessage = (message: MessageEvent<PrefetchState>) => {
    if (currentPersister()?.userId === userId) prefetchState.set(message.data)
  }
  stateChannel = { userId, channel }
  return channel
}

function publishState(userId: string, change: Partial<PrefetchState>): void {
  if (currentPersister()?.userId !== userId) return
  prefetchState.set({ ...prefetchState.get(), ...change })
  stateChannelFor(userId).postMessage(prefetchState.get())
}

/**
 * Whether a list that was fetched then can be brought up to date by its changed rows. Not if it has figures, which change
 * without a change of a record, and not after midnight, when some facts change. Links to photos last half a day.
 */
const canStay = ({ whole, areas }: AnyQuery, fetchedAt: number) =>
  whole?.syncName != null &&
  !areas.includes('figures') &&
  Math.abs(Date.now() - fetchedAt) < SYNCED_FOR_MS &&
  chicagoDay(fetchedAt) === chicagoDay(companyNow())

/**
 * When the stored response of a query was last as the server had it, in milliseconds since 1970; null if none is stored.
 */
async function storedAt(part: AnyQuery): Promise<number | null> {
  const { queryKey, whole } = part
  if (whole) {
    const fetchedAt = await storedListAge(queryKey)
    return fetchedAt !== null && canStay(part, fetchedAt) ? Math.max(fetchedAt, syncedAt(whole) ?? 0) : fetchedAt
  }
  const [age] = (await currentPersister()?.agesOf([hashKey(queryKey)])) ?? []
  return age ?? null
}

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
    const from = query.whole.syncName === null ? {} : { position }
    return storeWhole(query, { signal, mayResume: isDue, ...from, onRows: (done, of) => onRows({ done, of }) })
  }
  await query.prepare()
  const entry = queryClient.getQueryCache().find({ queryKey: query.queryKey, exact: true })
  // After a failure the stored response stays, with its age.
  await entry?.promise?.catch(() => undefined)
  if (isUnreachable(entry?.state.error)) throw entry?.state.error
  return true
}

/**
 * When the server sent the stored response of each query. Writes pending responses first: those in memory do not count.
 */
async function storedAges(parts: readonly AnyQuery[]): Promise<readonly (number | null)[]> {
  await currentPersister()?.flush()
  return Promise.all(parts.map(storedAt))
}

/** The age of the oldest response, null while one is missing, and the size of everything stored. */
async function storedSummary(parts: readonly AnyQuery[]): Promise<Pick<PrefetchState, 'finishedAt' | 'size'>> {
  const ages = await storedAges(parts)
  const isAll = parts.length > 0 && ages.every((age) => age !== null)
  const { size } = (await currentPersister()?.storageUse()) ?? { size: null }
  return { finishedAt: isAll ? Math.min(...ages.filter((age) => age !== null)) : null, size }
}

/** Selects the queries of a pass. */
async function selectParts(parts: readonly AnyQuery[], requests: ReadonlySet<PrefetchRequest>, userId: number) {
  const isRequested = (part: AnyQuery) =>
    [...requests].some((request) => typeof request === 'function' && request(part))
  const isAutomatic = isPrefetchOn(userId) && !isMetered()
  const isDue = (at: number | null) =>
    requests.has('due') && isAutomatic && (at === null || Math.abs(Date.now() - at) > FRESH_FOR_MS)
  const ages = await storedAges(parts)
  const canSync = (part: AnyQuery) =>
    part.whole?.syncName != null &&
    !requests.has('all') &&
    !(areFiguresChanged(requests) && part.areas.includes('figures'))
  return parts.flatMap((part, at) => {
    // A changed query that is stored is always refetched: the device must not show its data from before the change.
    const mustFetch = requests.has('all') || (isRequested(part) && (isAutomatic || ages[at] !== null))
    const age = ages[at] ?? null
    const isOld = isDue(age)
    const isSyncable = canSync(part) && (isOld ? age !== null && canStay(part, age) : mustFetch)
    return mustFetch || isOld ? [{ part, isDue: !mustFetch, isSyncable }] : []
  })
}
/** Figures change without a change of a record. So the server does not send the rows that show them. */
const areFiguresChanged = (requests: ReadonlySet<PrefetchRequest>) =>
  [...requests].some((request) => typeof request === 'function' && request({ areas: ['figures'] }))
type SelectedPart = Awaited<ReturnType<typeof selectParts>>[number]

interface PassContext {
  readonly userId: string
  readonly signal: AbortSignal
  readonly isSameUser: () => boolean
}

/**
 * Fetches one query after another, so that requests of the screen never queue behind them. Returns whether space ran
 * out, and the first failure of a query that was requested, not only due.
 */
async function fetchAll(selected: readonly SelectedPart[], { userId, signal, isSameUser }: PassContext) {
  let isFull = false
  let failure: unknown = null
  const position = positionOfPass(signal)
  for (const [done, { part, isDue }] of selected.entries()) {
    if (signal.aborted || !isSameUser()) break
    publishState(userId, { total: selected.length, done, rows: null })
    try {
      if (!isOnline()) throw new ApiError('network')
      const fill = await currentPersister()?.storageUse()
      const hasRoom = !fill?.isFull || (await storedAt(part)) !== null
      const isStored =
        hasRoom &&
        (await fetchPart(part, { signal, isDue, position, onRows: (rows) => publishState(userId, { rows }) }))
      if (!isStored) isFull = true
    } catch (error) {
      // A server or network failure, or canceled: continue with the next query. The next pass tries this one again.
      if (!(error instanceof ApiError) && !signal.aborted) throw error
      if (!isDue) failure ??= error
    }
  }
  return { isFull, failure }
}

/**
 * Applies the server's changes to the requested lists that can be updated row by row. Returns the queries that are left
 * to fetch.
 */
async function withoutSynced(selected: readonly SelectedPart[], signal: AbortSignal): Promise<readonly SelectedPart[]> {
  const synced = selected.flatMap(({ part, isSyncable }) => (isSyncable ? [part] : []))
  if (synced.length === 0 || !isOnline()) return selected
  try {
    const done = await syncParts(synced, signal)
    return selected.filter(({ part }) => !done.includes(part))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An older server lacks this call, or the server can't be reached. Fetching the lists shows which.
    return selected
  }
}

/** Throws an error for requested queries only: a failed query that was just due is tried again by the next pass. */
async function runPass(requests: ReadonlySet<PrefetchRequest>, signal: AbortSignal): Promise<void> {
  const { user } = sessionState()
  if (user === null) return
  const userId = String(user.id)
  const isSameUser = () => sessionState().user?.id === user.id && currentPersister()?.userId === userId
  const parts = (await prefetchQueries()).filter((query) => can(user, query.access))
  const selected = await selectParts(parts, requests, user.id)
  const left = await withoutSynced(selected, signal)
  const { isFull, failure } = await fetchAll(left, { userId, signal, isSameUser })
  if (!isSameUser()) return
  const summary = await storedSummary(parts)
  if (isSameUser()) publishState(userId, { ...NO_PROGRESS, ...summary, isFull: summary.finishedAt === null && isFull })
  // A canceled pass resolves for the user's own request, but rejects for a settled change, which waits for its refetch.
  if (!signal.aborted && failure !== null) throw failure
  if (signal.aborted && [...requests].some((request) => typeof request === 'function')) throw signal.reason
}

let restUntil = 0

/** Resolves when the next pass may start, when `hurried` resolves, or when the signal is aborted. */
export async function waitForRest(hurried: Promise<void>, signal: AbortSignal): Promise<void> {
  const remainingMs = restUntil - performance.now()
  if (remainingMs <= 0 || signal.aborted) return
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, remainingMs)
  signal.addEventListener('abort', end)
  await Promise.race([hurried, over])
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}

/** Starts the rest after a pass that took `tookMs`. It is longest on a metered connection. */
function beginRest(tookMs: number): void {
  const restMs = isMetered() ? MAX_REST_MS : tookMs * REST_FACTOR
  restUntil = performance.now() + Math.min(restMs, MAX_REST_MS, Math.max(0, MAX_CYCLE_MS - tookMs))
}

/**
 * One pass: fetches the queries in `requests` and publishes the state of the set. If another tab runs a pass, queries
 * that are only due are left to that tab. Rejects with an `ApiError` when a requested query could not be fetched, or
 * when the modules that declare the queries could not be loaded.
 */
export async function runPrefetch(requests: ReadonlySet<PrefetchRequest>, signal: AbortSignal): Promise<void> {
  const { user } = sessionState()
  if (user === null) return
  const userId = String(user.id)
  stateChannelFor(userId)
  const work = (passSignal: AbortSignal) => {
    const began = performance.now()
    return runPass(requests, passSignal).finally(() => {
      beginRest(performance.now() - began)
      publishState(userId, NO_PROGRESS)
    })
  }
  const isDueOnly = [...requests].every((request) => request === 'due')
  const { locks } = navigator
  if (locks === undefined) return work(signal)
  const name = passLock(userId)
  // A pass ends when its tab is frozen. When the tab resumes, a new pass checks what is due.
  const runLocked = (lost: AbortSignal) => work(AbortSignal.any([signal, lost]))
  if (isDueOnly) await holdLockIfFree(locks, name, runLocked)
  else await holdLock(locks, name, 'exclusive', runLocked)
}
