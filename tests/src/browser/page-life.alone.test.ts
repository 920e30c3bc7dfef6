import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#tests/support/browser/fake-browser.ts'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const pageLife = () => import('#src/browser/page-life.ts')

/** The user leaves the page. `persisted`: the page goes into the back/forward cache. */
const hide = (persisted: boolean) => page.window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
const show = (persisted: boolean) => page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

const WAYS = [
  [
    'a tab that is frozen in place',
    () => page.document.dispatchEvent(new Event('freeze')),
    () => page.document.dispatchEvent(new Event('resume')),
  ],
  ['a page in the back/forward cache', () => hide(true), () => show(true)],
] as const

test.each(WAYS)('in %s, work waits for the resume and then runs in order', async (_name, freeze, resume) => {
  const { whenRunning } = await pageLife()
  const done: number[] = []
  whenRunning(() => done.push(1))
  freeze()
  whenRunning(() => done.push(2))
  whenRunning(() => done.push(3))
  expect(done).toEqual([1])
  resume()
  expect(done).toEqual([1, 2, 3])
  whenRunning(() => done.push(4))
  expect(done).toEqual([1, 2, 3, 4])
})

test.each(WAYS)('%s reports one freeze and one resume', async (_name, freeze, resume) => {
  const { freezeCount, onFreeze, onResume } = await pageLife()
  const events: string[] = []
  const stop = onFreeze(() => events.push('freeze'))
  onResume(() => events.push('resume'))
  resume()
  freeze()
  freeze()
  resume()
  expect([events, freezeCount()]).toEqual([['freeze', 'resume'], 1])
  stop()
  freeze()
  expect([events, freezeCount()]).toEqual([['freeze', 'resume'], 2])
})

test('a page that is left aborts its requests, but not the requests that it starts later', async () => {
  const { FROZEN, leaveSignal } = await pageLife()
  const [first] = [leaveSignal()]
  hide(false)
  expect([first.aborted, first.reason === FROZEN, leaveSignal().aborted]).toEqual([true, false, false])
  const second = leaveSignal()
  hide(true)
  expect([second.reason, leaveSignal().aborted]).toEqual([FROZEN, false])
})

test('a page that resumes only to reload drops its deferred work', async () => {
  const { onResume, stayFrozen, whenRunning } = await pageLife()
  const done: string[] = []
  onResume(() => stayFrozen())
  onResume(() => done.push('another'))
  hide(true)
  whenRunning(() => done.push('delayed'))
  show(true)
  whenRunning(() => done.push('later'))
  expect(done).toEqual([])
})
