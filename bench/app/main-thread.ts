import type { CDPSession, Page as Tab } from '@playwright/test'

export interface Busy {
  /** The longest single task of the page's main thread, in ms, if it took 50 or more; 0 when none did. */
  readonly longest: number
  /** All of its tasks together, in ms. */
  readonly total: number
}

declare global {
  interface Window {
    /** Ends the watch; answers the lengths of the tasks of 50 ms and more, in ms. */
    longTasks?: () => number[]
  }
}

/** How long the page's main thread has been at work since it began, in ms. */
async function atWork(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const found = metrics.find(({ name }) => name === 'TaskDuration')
  if (!found) throw new Error('the browser does not tell how busy the page is')
  return found.value * 1000
}

/**
 * How busy `work` keeps the page's main thread. By the browser's own sums: a trace of thousands of changes is larger than
 * a string can be, and its taking slows down what it shows.
 */
export async function busyDuring<T>(
  { tab, devtools }: { readonly tab: Tab; readonly devtools: CDPSession },
  work: () => Promise<T>,
): Promise<Busy & { result: T }> {
  await devtools.send('Performance.enable')
  await tab.evaluate(() => {
    const lengths: number[] = []
    const note = (tasks: PerformanceEntryList) => lengths.push(...tasks.map(({ duration }) => duration))
    const watch = new PerformanceObserver((seen) => note(seen.getEntries()))
    watch.observe({ type: 'longtask' })
    window.longTasks = () => {
      note(watch.takeRecords())
      watch.disconnect()
      return lengths
    }
  })
  const before = await atWork(devtools)
  const result = await work()
  const total = (await atWork(devtools)) - before
  const longest = await tab.evaluate(() => Math.max(0, ...(window.longTasks?.() ?? [])))
  return { longest, total, result }
}

/** Tasks of less than 50 ms are not told one by one. */
export const longestShown = (longest: number): string => (longest < 50 ? 'under 50' : longest.toFixed(0))
