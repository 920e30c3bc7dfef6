import { can } from '#contract/wire/access.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import { forgetRoomMade } from '#src/offline/space/room-made.ts'
import { sessionState } from '#src/session/session.ts'
import { isMetered, isMobileData } from '../metered.ts'
import { fetchParts, type PassContext, type PassResult } from './fetch-parts.ts'
import { leftToday, withinBudget } from './mobile-budget.ts'
import type { PrefetchQuery } from './prefetch-list.ts'
import {
  nothingPrefetched,
  type PrefetchRequest,
  type PrefetchState,
  prefetchQueries,
  prefetchState,
} from './prefetch-state.ts'
import { requestPersistenceQuietly } from './request-persistence-quietly.ts'
import { type SelectedPart, selectParts, storedSummary } from './select-parts.ts'
import { passLock } from './sync-parts.ts'

/** The rest after a pass, as a multiple of the pass: a series of changes must not keep refetching the same list. */
const REST_FACTOR = 5
const MAX_REST_MS = 60_000
/**
 * Upper limit for rest plus pass, in milliseconds. With the five minutes before a later pass it is below the ten minutes
 * that a settled change waits for its stored rows, because a pass after that would not count.
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
  channel.onmessage = (message: MessageEvent<Partial<PrefetchState>>) => {
    // A tab of an earlier version does not know every field.
    if (currentPersister()?.userId === userId) prefetchState.set({ ...nothingPrefetched, ...message.data })
  }
  stateChannel = { userId, channel }
  return channel
}

function publishState(userId: string, change: Partial<PrefetchState>): void {
  if (currentPersister()?.userId !== userId) return
  prefetchState.set({ ...prefetchState.get(), ...change })
  stateChannelFor(userId).postMessage(prefetchState.get())
}

/** The queries of the set that the signed-in user may see. */
async function allowedParts(): Promise<readonly PrefetchQuery[]> {
  const { user } = sessionState()
  return user === null ? [] : (await prefetchQueries()).filter((query) => can(user, query.access))
}

/** Publishes what is stored of the set, without fetching anything: for when stored responses were deleted. */
export async function publishStored(userId: string): Promise<void> {
  publishState(userId, await storedSummary(await allowedParts()))
}

/**
 * Fetches what work needs now and what was requested, and then the rest. Over mobile data the rest must fit into what is
 * left of the day's budget: a list that does not is continued on the next day or over another connection.
 */
async function fetchWithinBudget(
  selected: readonly SelectedPart[],
  context: PassContext,
  userId: number,
): Promise<PassResult> {
  const noLimit = Number.POSITIVE_INFINITY
  if (!isMobileData()) return fetchParts(selected, context)
  const isNeeded = ({ part, isDue }: SelectedPart) => part.isFirst === true || !isDue
  const needed = await withinBudget(noLimit, () => fetchParts(selected.filter(isNeeded), context))
  const left = leftToday(userId)
  if (left <= 0) return needed
  const rest = await withinBudget(left, (over) => {
    const signal = AbortSignal.any([context.signal, over])
    return fetchParts(
      selected.filter((part) => !isNeeded(part)),
      { ...context, signal },
    )
  })
  return { isFull: needed.isFull || rest.isFull, failure: needed.failure ?? rest.failure }
}

/** Throws an error for requested queries only: a failed query that was just due is tried again by the next pass. */
async function runPass(requests: ReadonlySet<PrefetchRequest>, signal: AbortSignal): Promise<void> {
  const { user } = sessionState()
  if (user === null) return
  const userId = String(user.id)
  const persister = currentPersister()
  const isSameUser = () => sessionState().user?.id === user.id && currentPersister() === persister
  if (requests.has('all')) forgetRoomMade(userId)
  const parts = await allowedParts()
  const selected = await selectParts(parts, requests, user.id)
  const publish = (change: Partial<PrefetchState>) => publishState(userId, change)
  const { isFull, failure } = await fetchWithinBudget(selected, { signal, isSameUser, publish }, user.id)
  const isForChange = [...requests].some((request) => typeof request === 'function')
  if (!isSameUser()) {
    // After a change of the rights another pass follows. A settled change waits for that one.
    if (isForChange && currentPersister()?.userId === userId)
      throw new DOMException('The rights changed.', 'AbortError')
    return
  }
  const summary = await storedSummary(parts)
  if (summary.workSince !== null) void requestPersistenceQuietly()
  if (isSameUser()) publishState(userId, { ...NO_PROGRESS, ...summary, isFull: summary.finishedAt === null && isFull })
  // A canceled pass resolves for the user's own request, but rejects for a settled change, which waits for its refetch.
  if (!signal.aborted && failure !== null) throw failure
  if (signal.aborted && isForChange) throw signal.reason
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
 * One pass: fetches the queries in `requests` and publishes the state of the set. It waits for the pass of another tab;
 * what that pass fetched is not due afterward. Rejects with an `ApiError` when a requested query could not be fetched, or
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
  const { locks } = navigator
  if (locks === undefined) return work(signal)
  const name = passLock(userId)
  // A pass ends when its tab is frozen. When the tab resumes, a new pass checks what is due.
  const runLocked = (lost: AbortSignal) => work(AbortSignal.any([signal, lost]))
  await holdLock(locks, name, 'exclusive', runLocked)
}
