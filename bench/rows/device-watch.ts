import type { BrowserContext, Page as Tab } from '@playwright/test'

/** The longest wait for a device that has come back, in ms. */
const PATIENCE_MS = 300_000

/** A time during which the page held the lock for writing stored lists, by `performance.now()`. */
interface HeldLock {
  readonly from: number
  to: number | null
}

declare global {
  interface Window {
    /** How far the clock of the page is ahead of the machine's, in ms. */
    clockAhead: number
    heldLocks: HeldLock[]
    onlineAt: number
  }
}

/** Runs in the page before its code: moves the clock, and notes the locks and when the network is back. */
function watch(clockAhead: number): void {
  window.clockAhead = clockAhead
  window.heldLocks = []
  window.onlineAt = Number.POSITIVE_INFINITY
  addEventListener('online', () => (window.onlineAt = performance.now()), { capture: true })
  performance.setResourceTimingBufferSize(10_000)
  const now = Date.now
  const movedNow = () => now() + window.clockAhead
  globalThis.Date = new Proxy(Date, {
    construct: (real, parameters) => Reflect.construct(real, parameters.length === 0 ? [movedNow()] : parameters),
    get: (real, name) => (name === 'now' ? movedNow : Reflect.get(real, name)),
  })
  LockManager.prototype.request = new Proxy(LockManager.prototype.request, {
    apply(request, manager, parameters: [string, ...unknown[]]) {
      const work = parameters.at(-1)
      if (!parameters[0].startsWith('yard-set:') || typeof work !== 'function') {
        return Reflect.apply(request, manager, parameters)
      }
      const noted = async (lock: unknown) => {
        const held: HeldLock = { from: performance.now(), to: null }
        window.heldLocks.push(held)
        try {
          return await work(lock)
        } finally {
          held.to = performance.now()
        }
      }
      return Reflect.apply(request, manager, [...parameters.slice(0, -1), noted])
    },
  })
}

/** Prepares the pages of a browser: their clock is ahead by so many ms (negative: behind). */
export const watchDevice = (context: BrowserContext, clockAhead: number) => context.addInitScript(watch, clockAhead)

/** Moves the clock of an open page. */
export const moveClock = (tab: Tab, clockAhead: number) =>
  tab.evaluate((ahead) => {
    window.clockAhead = ahead
  }, clockAhead)

interface Synced {
  /** Since the network was back. */
  readonly syncedMs: number
  /** Of the response with the changed rows, with its headers. */
  readonly syncBytes: number
}

/**
 * Waits until the page has applied the changed rows that it requested after the network was back: then it sends the next
 * request, or gives the lock back under which it requested them.
 */
export async function untilSynced(tab: Tab): Promise<Synced> {
  const find = (): Synced | null => {
    const answers = performance.getEntriesByType('resource').filter((one) => /\/api\/sync\/\?.*after=/.test(one.name))
    const answer = answers.find((one) => {
      // A first request may be refused, because the token is as old as the device was away.
      const isAnswered = one instanceof PerformanceResourceTiming && one.responseStatus === 200
      return isAnswered && one.startTime > window.onlineAt
    })
    if (!(answer instanceof PerformanceResourceTiming)) return null
    const { startTime, responseEnd, transferSize } = answer
    const lock = window.heldLocks.find(({ from, to }) => from <= startTime && to !== null && to >= responseEnd)
    // In a pass of the prefetch, old lists are fetched after that, under the same lock.
    const next = performance
      .getEntriesByType('resource')
      .find((one) => one.name.includes('/api/') && one.startTime > responseEnd)
    const appliedAt = lock?.to ?? next?.startTime
    if (appliedAt === undefined) return null
    return { syncedMs: Math.min(appliedAt, next?.startTime ?? appliedAt) - window.onlineAt, syncBytes: transferSize }
  }
  const found = await tab.waitForFunction(find, null, { timeout: PATIENCE_MS })
  const synced = await found.jsonValue()
  if (synced === null) throw new Error('the device requested no changed rows')
  return synced
}
