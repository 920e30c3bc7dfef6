import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#tests/support/browser/fake-browser.ts'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const pageLife = () => import('#src/browser/page-life.ts')

/** The page is left; `persisted`: for the back/forward cache. */
const hide = (persisted: boolean) => page.window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))
const show = (persisted: boolean) => page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

const WAYS = [
  [
    'a tab that is frozen where it is',
    () => page.document.dispatchEvent(new Event('freeze')),
    () => page.document.dispatchEvent(new Event('resume')),
  ],
  ['a page in the back/forward cache', () => hide(true), () => show(true)],
] as const

test.each(WAYS)('in %s, work waits until it goes on, in order', async (_name, freeze, resume) => {
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

test.each(WAYS)('%s tells once that it stops and once that it goes on', async (_name, freeze, resume) => {
  const { freezeCount, onFreeze, onResume } = await pageLife()
  const told: string[] = []
  const stop = onFreeze(() => told.push('freeze'))
  onResume(() => told.push('resume'))
  resume()
  freeze()
  freeze()
  resume()
  expect([told, freezeCount()]).toEqual([['freeze', 'resume'], 1])
  stop()
  freeze()
  expect([told, freezeCount()]).toEqual([['freeze', 'resume'], 2])
})

test('a page that is left calls its requests off, and those it begins after that are not', async () => {
  const { FROZEN, leaveSignal } = await pageLife()
  const [first] = [leaveSignal()]
  hide(false)
  expect([first.aborted, first.reason === FROZEN, leaveSignal().aborted]).toEqual([true, false, false])
  const second = leaveSignal()
  hide(true)
  expect([second.reason, leaveSignal().aborted]).toEqual([FROZEN, false])
})

test('a page that goes on only to be loaded anew does nothing of what it has waited with', async () => {
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
