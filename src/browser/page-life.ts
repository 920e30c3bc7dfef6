/**
 * Tracks when the browser freezes this page and when the page resumes. A page that the user leaves may be frozen in the
 * browser's back/forward cache, and a tab that is unused for long is frozen in place. A frozen page keeps its
 * resources: its running transactions block their stores for every other page until the frozen page resumes or is
 * discarded. Code with resources that a frozen page must not hold uses this module.
 */

type Listener = () => void

let isFrozen = false
let freezes = 0
const onFreezeListeners = new Set<Listener>()
const onResumeListeners = new Set<Listener>()
let deferred: Listener[] = []
let leaving = new AbortController()

/** Abort reason: the browser freezes this page. The page may resume hours later, as if nothing had happened. */
export const FROZEN = 'frozen'
/** Abort reason: the user leaves this page for good. */
const LEFT = 'left'

function leave(reason: typeof FROZEN | typeof LEFT): void {
  const former = leaving
  // If the page stays after all, its later requests get a fresh signal.
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
  const due = deferred
  deferred = []
  for (const work of due) work()
}

// Registered when this module loads, so before any code that needs to stop work.
const { document } = globalThis
if (document !== undefined) {
  addEventListener('pagehide', ({ persisted }) => (persisted ? freeze() : leave(LEFT)))
  addEventListener('pageshow', ({ persisted }) => persisted && resume())
  document.addEventListener('freeze', freeze)
  document.addEventListener('resume', resume)
}

/** How often this page has been frozen. A changed number tells a caller that it was stopped in between. */
export function freezeCount(): number {
  return freezes
}

/**
 * Calls `listener` when the browser is about to freeze this page; work that it starts may never finish. Returns a
 * function that unsubscribes.
 */
export function onFreeze(listener: Listener): () => void {
  onFreezeListeners.add(listener)
  return () => onFreezeListeners.delete(listener)
}

/** Calls `listener` when a frozen page resumes, in the order of registration. Returns a function that unsubscribes. */
export function onResume(listener: Listener): () => void {
  onResumeListeners.add(listener)
  return () => onResumeListeners.delete(listener)
}

/**
 * Drops all deferred work and keeps the page frozen, because it is about to reload: it belonged to another user. The
 * first resume listener calls this.
 */
export function stayFrozen(): void {
  isFrozen = true
  deferred = []
}

/** Runs `work` immediately; in a frozen page, when the page resumes. */
export function whenRunning(work: Listener): void {
  if (isFrozen) deferred.push(work)
  else work()
}

/** Resolves immediately; in a frozen page, when the page resumes. */
export function untilRunning(): Promise<void> {
  return new Promise(whenRunning)
}

/**
 * Aborts when the user leaves this page for good and, with `FROZEN`, when the page is frozen. The browser ends a page's
 * requests then anyway, but WebKit reports an error for each request that the page has not aborted itself.
 */
export function leaveSignal(): AbortSignal {
  return leaving.signal
}
