import type { Browser, Page as Tab } from '@playwright/test'

export interface Busy {
  /** The longest single task of the page's main thread, in ms: nothing is painted or typed meanwhile. */
  readonly longest: number
  /** All of its tasks together, in ms. */
  readonly total: number
}
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly args?: { readonly data?: { readonly message?: string } }
}

/** How busy `work` keeps the page's main thread, by the browser's own trace. */
export async function busyDuring<T>(browser: Browser, tab: Tab, work: () => Promise<T>): Promise<Busy & { result: T }> {
  await browser.startTracing(tab, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  const mark = await markOf(tab)
  const result = await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const marked = traceEvents.find(({ args }) => args?.data?.message === mark)
  if (!marked) throw new Error('the trace does not show the page')
  const tasks = traceEvents.filter(
    ({ name, ph, pid: process, tid }) =>
      name === 'RunTask' && ph === 'X' && process === marked.pid && tid === marked.tid,
  )
  const lengths = tasks.map(({ dur = 0 }) => dur / 1000)
  return {
    longest: lengths.reduce((most, one) => Math.max(most, one), 0),
    total: lengths.reduce((sum, one) => sum + one, 0),
    result,
  }
}

/** Leaves a mark in the trace that only this page's main thread can have left. */
async function markOf(tab: Tab): Promise<string> {
  const mark = `bench-${Math.random()}`
  await tab.evaluate((name) => console.timeStamp(name), mark)
  return mark
}
