import { onResume } from '#src/browser/page-life.ts'
import { onSessionChange, sessionState } from '#src/session/session.ts'
import { isOnline, onBackOnline } from '../connectivity.ts'
import { whenIdle } from '../when-idle.ts'
import { nothingPrefetched, type PrefetchRequest, prefetchState } from './prefetch-state.ts'

/** How often the set is looked through while the app stays open, in milliseconds. */
const LOOK_EVERY_MS = 15 * 60_000

interface Turn {
  readonly wishes: Set<PrefetchRequest>
  readonly over: Promise<void>
  /** No rest before it. */
  readonly hurry: () => void
}
let queued: Turn | null = null
let last: Promise<void> = Promise.resolve()
let ending = new AbortController()

/** All that was wished while one pass was under way is one more, so that many changes cost no more than a few passes. */
function takeTurn(wish: PrefetchRequest): Promise<void> {
  queued ??= newTurn()
  queued.wishes.add(wish)
  // Only what changes have named may wait: until then they are shown over what is kept.
  if (typeof wish !== 'function') queued.hurry()
  return queued.over
}

function newTurn(): Turn {
  const wishes = new Set<PrefetchRequest>()
  const { signal } = ending
  const { promise: isHurried, resolve: hurry } = Promise.withResolvers<void>()
  const rested = async () => {
    // Nobody waits for it at the start, so it is no part of what stands before the first screen.
    const { runPrefetch: yardPass, rest } = await import('./prefetch-run.ts')
    await rest(isHurried, signal)
    return yardPass
  }
  const pass = async () => {
    const yardPass = await rested().finally(() => {
      if (queued === turn) queued = null
    })
    await yardPass(wishes, signal)
  }
  // Whoever asked before hears of a failure; those behind still have their turn.
  last = last.catch(() => undefined).then(pass)
  const turn: Turn = { wishes, over: last, hurry }
  return turn
}

/**
 * Fetches the set: what is due of it, by itself as long as the person's data plan and choice allow it; or what `wish`
 * names. One tab does it. Resolves when that has been tried; rejects with an `ApiError` when something that was named
 * could not be had.
 */
export function fetchPrefetchSet(wish: PrefetchRequest = 'due'): Promise<void> {
  // Without a network nothing comes, but how old it all is, is told then all the more.
  return sessionState().state === 'signed_in' ? takeTurn(wish) : Promise.resolve()
}

/** Stops what is being fetched; what is there by then is gone on with the next time. */
export function cancelPrefetch(): void {
  ending.abort(new DOMException('Nobody wants it any more.', 'AbortError'))
  ending = new AbortController()
  // What is wished from now on is none of what was called off.
  queued = null
}

/** Fetches the set when a person is signed in and when the network comes back, as soon as the page has nothing to do. */
export function startPrefetch(): void {
  // A failure is told by the age of what is kept.
  const soon = () => whenIdle(() => fetchPrefetchSet().catch(() => undefined))
  onSessionChange(({ before, after }) => {
    const isAnother = before.user?.id !== after.user?.id
    if (isAnother) {
      cancelPrefetch()
      prefetchState.set(nothingPrefetched)
    }
    if (after.state === 'signed_in' && (isAnother || before.state !== 'signed_in')) soon()
  })
  onBackOnline(soon)
  onResume(soon)
  setInterval(() => {
    if (document.visibilityState === 'visible' && isOnline()) soon()
  }, LOOK_EVERY_MS)
  soon()
}
