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

/** The text stored on the device, across reloads. */
let stored: string | null = null
const note: ClockNote = {
  read: () => stored,
  write: (text) => {
    stored = text
  },
}
/** The server's time. The device's time is the fake clock of the tests. */
let server = NOON

function passTime(ms: number): void {
  vi.advanceTimersByTime(ms)
  server += ms
}
/** A response. Request and response each take `wayMs`. */
function respond(wayMs = 100): void {
  const atRequest = readClocks()
  passTime(wayMs)
  const date = new Date(server).toUTCString()
  passTime(wayMs)
  compareClocks(date, atRequest, readClocks())
}
/** A user sets the device's clock. No time passes. */
const setClock = (to: number) => vi.setSystemTime(to)
const clockError = () => Math.abs(companyNow() - server)
async function reload(): Promise<void> {
  vi.resetModules()
  const reloaded = await import('#src/browser/company-clock.ts')
  reloaded.startClock(note)
  expect(Math.abs(reloaded.companyNow() - server)).toBeLessThan(2 * MINUTE)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON })
  server = NOON
  startClock(note)
  respond()
})
afterEach(() => {
  setClock(server)
  respond()
  stored = null
  vi.useRealTimers()
})

describe('a device clock', () => {
  test.each([
    ['20 minutes ahead', 20 * MINUTE],
    ['a day ahead', DAY],
    ['30 minutes behind', -30 * MINUTE],
    ['40 days ahead', 40 * DAY],
    ['three years behind', -3 * 365 * DAY],
    ['15 minutes behind, as in another time zone', -15 * MINUTE],
  ])('that is %s is detected at the next response, and the time is correct from then on', (_, by) => {
    setClock(server + by)
    respond(700)
    expect(Math.abs(clockLag() + by)).toBeLessThan(2000)
    expect(clockError()).toBeLessThan(2000)
    passTime(5 * 60 * MINUTE)
    expect(clockError()).toBeLessThan(2000)
  })
  test.each([0, 40_000, -100_000])('that is off by %i ms counts as correct', (by) => {
    setClock(server + by)
    respond()
    expect(clockLag()).toBe(0)
  })
  test('is not compared with a slow response or with a response without a valid date', () => {
    setClock(server + DAY)
    respond(15_000)
    compareClocks(null, readClocks(), readClocks())
    compareClocks('noon', readClocks(), readClocks())
    expect(clockLag()).toBe(0)
  })
  test('that is set while a response is on its way is compared with the next response', () => {
    const atRequest = readClocks()
    setClock(server + DAY)
    compareClocks(new Date(server).toUTCString(), atRequest, readClocks())
    expect(clockLag()).toBe(0)
    respond()
    expect(clockError()).toBeLessThan(2000)
  })
  test('is reported once per change, and not with each response', async () => {
    const listener = vi.fn()
    const stop = onClockChange(listener)
    setClock(server + DAY)
    for (let times = 0; times < 5; times += 1) respond(100 + times * 300)
    await null
    expect(listener).toHaveBeenCalledOnce()
    setClock(server)
    respond()
    await null
    expect([listener.mock.calls.length, clockLag()]).toEqual([2, 0])
    stop()
  })
})

describe('without a network', () => {
  test.each([DAY, -DAY, 3 * 60 * MINUTE])('the known clock error still applies after a reload (%i ms)', async (by) => {
    setClock(server + by)
    respond()
    passTime(10 * 60 * MINUTE)
    await reload()
  })
  test.each([DAY, -DAY, 20 * MINUTE])('a corrected clock counts as correct (%i ms)', (by) => {
    setClock(server + by)
    respond()
    passTime(30 * MINUTE)
    setClock(server)
    expect(clockError()).toBeLessThan(2 * MINUTE)
    expect(clockLag()).toBe(0)
  })
  test('a clock that is set back is detected', () => {
    setClock(server - 3 * DAY)
    expect(clockError()).toBeLessThan(2000)
  })
  test('a night’s sleep, during which the monotonic clock stops, does not count as a wrong clock', () => {
    setClock(server + 9 * 60 * MINUTE)
    server += 9 * 60 * MINUTE
    expect([clockError() < 2000, clockLag()]).toEqual([true, 0])
  })
  test('a device with a wrong clock keeps the same error after sleep', () => {
    setClock(server + DAY)
    respond()
    setClock(Date.now() + 9 * 60 * MINUTE)
    server += 9 * 60 * MINUTE
    expect(clockError()).toBeLessThan(2000)
  })
  test('a clock that was corrected while the app was closed is correct within two minutes', async () => {
    setClock(server + DAY)
    respond()
    passTime(10 * MINUTE)
    setClock(server)
    await reload()
  })
})
