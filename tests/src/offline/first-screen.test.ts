import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterFirstScreen, firstScreenShown, holdBackUntilShown } from '#src/offline/first-screen.ts'
import { whenIdle } from '#src/offline/when-idle.ts'

/** What ran, in order. */
let ran: string[] = []
const note = (name: string) => () => void ran.push(name)
/** Work for when the CPU is idle. */
let idleWork: (() => void)[] = []
let show: PromiseWithResolvers<void>

beforeEach(() => {
  vi.useFakeTimers()
  ran = []
  idleWork = []
  show = Promise.withResolvers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idleWork.push(work))
  vi.stubGlobal('cancelIdleCallback', (id: number) => idleWork.splice(id - 1, 1))
})
afterEach(async () => {
  show.resolve()
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

it('work that can wait begins only when the first screen is shown, in order', async () => {
  holdBackUntilShown(() => show.promise)
  afterFirstScreen(note('toasts'))
  afterFirstScreen(note('worker'))
  void firstScreenShown().then(note('a part'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ran).toEqual([])
  show.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(ran).toEqual(['toasts', 'worker', 'a part'])
})

it('work begins immediately when nothing is held back', () => {
  afterFirstScreen(note('toasts'))
  expect(ran).toEqual(['toasts'])
})

it('a first screen that never appears holds nothing back for longer than ten seconds', async () => {
  holdBackUntilShown(() => show.promise)
  afterFirstScreen(note('worker'))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ran).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ran).toEqual(['worker'])
})

it('an idle CPU is no reason to begin before the first screen is shown', async () => {
  holdBackUntilShown(() => show.promise)
  whenIdle(note('prefetch'))
  expect(idleWork).toHaveLength(0)
  show.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(ran).toEqual([])
  for (const work of idleWork) work()
  expect(ran).toEqual(['prefetch'])
})

it('work can be canceled before the first screen and after it', async () => {
  holdBackUntilShown(() => show.promise)
  const cancelEarly = whenIdle(note('early'))
  const cancelLate = whenIdle(note('late'))
  cancelEarly()
  show.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(idleWork).toHaveLength(1)
  cancelLate()
  expect(idleWork).toHaveLength(0)
  expect(ran).toEqual([])
})

it('one piece of work that fails does not stop the others', async () => {
  const failures: unknown[] = []
  // A failed microtask is an uncaught error of the page; here it is only noted.
  vi.stubGlobal('queueMicrotask', (work: () => void) => {
    try {
      work()
    } catch (error) {
      failures.push(error)
    }
  })
  holdBackUntilShown(() => show.promise)
  afterFirstScreen(() => {
    throw new Error('broken')
  })
  afterFirstScreen(note('worker'))
  show.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(failures).toHaveLength(1)
  expect(ran).toEqual(['worker'])
})
