import { onResume } from '#src/browser/page-life.ts'
import { onSessionChange, sessionState } from '#src/session/session.ts'
import { isOnline, onBackOnline } from '../connectivity.ts'
import { whenIdle } from '../when-idle.ts'
import { nothingPrefetched, type PrefetchRequest, prefetchState } from './prefetch-state.ts'

/** How often an open app checks for queries that are due, in milliseconds. */
const CHECK_EVERY_MS = 15 * 60_000

/** The next pass through the prefetch set, not started yet. */
interface QueuedPass {
  readonly requests: Set<PrefetchRequest>
  readonly over: Promise<void>
  /** Skips the rest before the pass. */
  readonly hurry: () => void
}
let queued: QueuedPass | null = null
let lastPass: Promise<void> = Promise.resolve()
let cancellation = new AbortController()

/** Requests that arrive during a pass share the next one, so that many changes cost only a few passes. */
function queuePass(request: PrefetchRequest): Promise<void> {
  queued ??= newQueuedPass()
  queued.requests.add(request)
  // Only requests for settled changes may wait for a rest: until then the overlay shows those changes.
  if (typeof request !== 'function') queued.hurry()
  return queued.over
}

function newQueuedPass(): QueuedPass {
  const requests = new Set<PrefetchRequest>()
  const { signal } = cancellation
  const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>()
  const loadAfterRest = async () => {
    // Loaded on demand: the first screen does not need it.
    const { runPrefetch, waitForRest } = await import('./prefetch-run.ts')
    await waitForRest(hurried, signal)
    return runPrefetch
  }
  const pass = async () => {
    const runPrefetch = await loadAfterRest().finally(() => {
      if (queued === queuedPass) queued = null
    })
    await runPrefetch(requests, signal)
  }
  // A failure rejects only the pass that failed; the next one still runs.
  lastPass = lastPass.catch(() => undefined).then(pass)
  const queuedPass: QueuedPass = { requests, over: lastPass, hurry }
  return queuedPass
}

/**
 * Fetches queries of the prefetch set: those in `request`, or by default those that are due, if the user's choice and
 * the connection allow it. One tab at a time does it. Resolves when all were tried. Rejects with an `ApiError` when a
 * query that was requested, not only due, could not be fetched.
 */
export function fetchPrefetchSet(request: PrefetchRequest = 'due'): Promise<void> {
  // Runs offline too: nothing is fetched, but the age of the stored data is updated.
  return sessionState().state === 'signed_in' ? queuePass(request) : Promise.resolve()
}

/** Cancels the current and the queued pass. Lists that are partly fetched continue in the next pass. */
export function cancelPrefetch(): void {
  cancellation.abort(new DOMException('No caller waits for it.', 'AbortError'))
  cancellation = new AbortController()
  // Later requests go to a new pass, not to the canceled one.
  queued = null
}

/** Prefetches, when idle, after a sign-in, when the network is back, when a frozen page resumes, and at intervals. */
export function startPrefetch(): void {
  // The age of the stored data shows a failure.
  const fetchWhenIdle = () => whenIdle(() => fetchPrefetchSet().catch(() => undefined))
  onSessionChange(({ before, after }) => {
    const isOtherUser = before.user?.id !== after.user?.id
    if (isOtherUser) {
      cancelPrefetch()
      prefetchState.set(nothingPrefetched)
    }
    if (after.state === 'signed_in' && (isOtherUser || before.state !== 'signed_in')) fetchWhenIdle()
  })
  onBackOnline(fetchWhenIdle)
  onResume(fetchWhenIdle)
  setInterval(() => {
    if (document.visibilityState === 'visible' && isOnline()) fetchWhenIdle()
  }, CHECK_EVERY_MS)
  fetchWhenIdle()
}
