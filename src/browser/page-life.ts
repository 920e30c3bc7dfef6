/**
 * When the browser stops this page, and when the page goes on. A page that is left may be frozen in the browser's
 * back/forward cache, and a tab that nobody has looked at for long is frozen where it is. What a frozen page holds it
 * keeps: a transaction that runs there bars every other page from its stores until the frozen page goes on or is gone.
 * So whatever must not be held by a frozen page asks here.
 */

type Listener = () => void

let isFrozen = false
let freezes = 0
const onFreezeListeners = new Set<Listener>()
const onResumeListeners = new Set<Listener>()
let delayed: Listener[] = []
let leaving = new AbortController()

/** Why work was called off: the browser stops this page. It may go on hours later, as if nothing was. */
export const FROZEN = 'frozen'
/** Why work was called off: this page is left for good. */
const LEFT = 'left'

function leave(reason: typeof FROZEN | typeof LEFT): void {
  const former = leaving
  // Should the page stay all the same, what it asks for from now on is not called off.
  leaving = new AbortController()
  former.abort(reason)
}

function freeze(): void {
  if (isFrozen) return
  isFrozen = true
  freezes += 1
  leave(FROZEN)
  for (const listener of [...onFreezeListeners]) listener()
}

function resume(): void {
  if (!isFrozen) return
  isFrozen = false
  for (const listener of [...onResumeListeners]) {
    listener()
    if (isFrozen) return
  }
  const due = delayed
  delayed = []
  for (const work of due) work()
}

// When this is loaded, and so before whatever has something to stop.
const { document } = globalThis
if (document !== undefined) {
  addEventListener('pagehide', ({ persisted }) => (persisted ? freeze() : leave(LEFT)))
  addEventListener('pageshow', ({ persisted }) => persisted && resume())
  document.addEventListener('freeze', freeze)
  document.addEventListener('resume', resume)
}

/** How often this page has been frozen: whoever finds another number than before was stopped in between. */
export function freezeCount(): number {
  return freezes
}

/** Calls `listener` when the browser is about to stop this page; what it begins may never end. Answers how to stop. */
export function onFreeze(listener: Listener): () => void {
  onFreezeListeners.add(listener)
  return () => onFreezeListeners.delete(listener)
}

/** Calls `listener` when a frozen page goes on, in the order in which they asked. Answers how to stop. */
export function onResume(listener: Listener): () => void {
  onResumeListeners.add(listener)
  return () => onResumeListeners.delete(listener)
}

/**
 * What this page has waited with is never done: it is about to be loaded anew, for it was another person's. Called by who
 * hears first that the page goes on.
 */
export function stayFrozen(): void {
  isFrozen = true
  delayed = []
}

/** Runs `work` at once; in a frozen page, when that page goes on. */
export function whenRunning(work: Listener): void {
  if (isFrozen) delayed.push(work)
  else work()
}

/** Resolves at once; in a frozen page, when that page goes on. */
export function untilRunning(): Promise<void> {
  return new Promise(whenRunning)
}

/**
 * Aborted when this page is left for good, and, with `FROZEN`, when it is frozen. The browser ends a page's requests then
 * anyway; each one that the page has not called off itself, WebKit reports as an error.
 */
export function leftSignal(): AbortSignal {
  return leaving.signal
}
