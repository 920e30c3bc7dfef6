import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type ClockNote,
  clockLag,
  companyNow,
  compareClocks,
  onClockChange,
  readClocks,
  startClock,
} from '#src/browser/company-clock.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOON = Date.parse('2026-11-26T18:00:00Z')

/** What is kept on the device, over reloads. */
let kept: string | null = null
const note: ClockNote = {
  read: () => kept,
  write: (text) => {
    kept = text
  },
}
/** The server's time; the device's is that of the tests. */
let server = NOON

function passes(ms: number): void {
  vi.advanceTimersByTime(ms)
  server += ms
}
/** An answer that takes so long for each way. */
function answer(wayMs = 100): void {
  const asked = readClocks()
  passes(wayMs)
  const date = new Date(server).toUTCString()
  passes(wayMs)
  compareClocks(date, asked, readClocks())
}
/** A person sets the device's clock; no time passes. */
const setClock = (to: number) => vi.setSystemTime(to)
const wrongBy = () => Math.abs(companyNow() - server)
async function reload(): Promise<void> {
  vi.resetModules()
  const again = await import('#src/browser/company-clock.ts')
  again.startClock(note)
  expect(Math.abs(again.companyNow() - server)).toBeLessThan(2 * MINUTE)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON })
  server = NOON
  startClock(note)
  answer()
})
afterEach(() => {
  setClock(server)
  answer()
  kept = null
  vi.useRealTimers()
})

describe('a device’s clock', () => {
  test.each([
    ['20 minutes ahead', 20 * MINUTE],
    ['a day ahead', DAY],
    ['30 minutes behind', -30 * MINUTE],
    ['40 days ahead', 40 * DAY],
    ['three years behind', -3 * 365 * DAY],
    ['a quarter of an hour behind, as in another zone', -15 * MINUTE],
  ])('that is %s is noticed with the next answer, and the time is right from then on', (_, by) => {
    setClock(server + by)
    answer(700)
    expect(Math.abs(clockLag() + by)).toBeLessThan(2000)
    expect(wrongBy()).toBeLessThan(2000)
    passes(5 * 60 * MINUTE)
    expect(wrongBy()).toBeLessThan(2000)
  })
  test.each([0, 40_000, -100_000])('that is off by %i ms is as good as any watch', (by) => {
    setClock(server + by)
    answer()
    expect(clockLag()).toBe(0)
  })
  test('is not judged by an answer that was long on its way, or says no time', () => {
    setClock(server + DAY)
    answer(15_000)
    compareClocks(null, readClocks(), readClocks())
    compareClocks('noon', readClocks(), readClocks())
    expect(clockLag()).toBe(0)
  })
  test('that is set while an answer is on its way is judged by the next one', () => {
    const asked = readClocks()
    setClock(server + DAY)
    compareClocks(new Date(server).toUTCString(), asked, readClocks())
    expect(clockLag()).toBe(0)
    answer()
    expect(wrongBy()).toBeLessThan(2000)
  })
  test('is told of once, and not with each answer', async () => {
    const told = vi.fn()
    const stop = onClockChange(told)
    setClock(server + DAY)
    for (let times = 0; times < 5; times += 1) answer(100 + times * 300)
    await null
    expect(told).toHaveBeenCalledOnce()
    setClock(server)
    answer()
    await null
    expect([told.mock.calls.length, clockLag()]).toEqual([2, 0])
    stop()
  })
})

describe('without a network', () => {
  test.each([DAY, -DAY, 3 * 60 * MINUTE])('what was known of it holds after a reload (%i ms)', async (by) => {
    setClock(server + by)
    answer()
    passes(10 * 60 * MINUTE)
    await reload()
  })
  test.each([DAY, -DAY, 20 * MINUTE])('a clock that is set right is right (%i ms)', (by) => {
    setClock(server + by)
    answer()
    passes(30 * MINUTE)
    setClock(server)
    expect(wrongBy()).toBeLessThan(2 * MINUTE)
    expect(clockLag()).toBe(0)
  })
  test('a clock that is put back is noticed', () => {
    setClock(server - 3 * DAY)
    expect(wrongBy()).toBeLessThan(2000)
  })
  test('a night’s sleep, which the steady clock misses, is no wrong clock', () => {
    setClock(server + 9 * 60 * MINUTE)
    server += 9 * 60 * MINUTE
    expect([wrongBy() < 2000, clockLag()]).toEqual([true, 0])
  })
  test('a device that was wrong and slept is as wrong as before', () => {
    setClock(server + DAY)
    answer()
    setClock(Date.now() + 9 * 60 * MINUTE)
    server += 9 * 60 * MINUTE
    expect(wrongBy()).toBeLessThan(2000)
  })
  test('a clock that was set right while the app was closed is right, as far as time can show', async () => {
    setClock(server + DAY)
    answer()
    passes(10 * MINUTE)
    setClock(server)
    await reload()
  })
})
