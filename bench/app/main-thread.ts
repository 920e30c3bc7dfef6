import type { CDPSession, Page as Tab } from '@playwright/test'

export interface Busy {
  /** The longest task of the page's main thread, in ms; 0 if no task took 50 ms or more. */
  readonly longest: number
  /** The total time of all tasks, in ms. */
  readonly total: number
}

export interface MeasuredPage {
  readonly tab: Tab
  readonly devtools: CDPSession
  /** Counts the total as CPU time of the main thread. By default it is the time that passed during the tasks. */
  readonly isCpuTime?: boolean
}

declare global {
  interface Window {
    /** Ends the observation. Returns the lengths of the tasks of 50 ms and more, in ms. */
    longTasks?: () => number[]
  }
}

/** The total task time of the page's main thread since the page began, in ms. */
async function taskTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = metrics.find(({ name }) => name === 'TaskDuration')
  if (!metric) throw new Error('the browser does not tell how busy the page is')
  return metric.value * 1000
}

/**
 * Measures how busy `work` keeps the page's main thread, by the browser's own sums. A trace of thousands of changes
 * would be longer than a string can be, and tracing slows down the traced work.
 */
export async function busyDuring<T>(
  { tab, devtools, isCpuTime = false }: MeasuredPage,
  work: () => Promise<T>,
): Promise<Busy & { result: T }> {
  await devtools.send('Performance.enable', isCpuTime ? { timeDomain: 'threadTicks' } : {})
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
  const before = await taskTime(devtools)
  const result = await work()
  const total = (await taskTime(devtools)) - before
  const longest = await tab.evaluate(() => Math.max(0, ...(window.longTasks?.() ?? [])))
  return { longest, total, result }
}

/** The browser does not report tasks under 50 ms one by one. */
export const longestShown = (longest: number): string => (longest < 50 ? 'under 50' : longest.toFixed(0))
