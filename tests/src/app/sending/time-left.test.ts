import { describe, expect, test } from 'vitest'
import { TimeLeft } from '#src/app/sending/time-left.ts'

const KB = 1024
const PART = 256 * KB
const TOTAL = 10 * PART

/** Notes parts that arrive in these seconds, the first of them after a note of nothing at 0. */
function afterParts(...seconds: readonly number[]): TimeLeft {
  const timeLeft = new TimeLeft()
  timeLeft.note(0, TOTAL, 0)
  for (const [index, second] of seconds.entries()) timeLeft.note((index + 1) * PART, TOTAL, second * 1000)
  return timeLeft
}

describe('the time left of an upload', () => {
  test('is unknown before three seconds were measured', () => {
    expect(new TimeLeft().leftMs(0)).toBeNull()
    expect(afterParts(1, 2).leftMs(2_000)).toBeNull()
    expect(afterParts(1, 2, 3).leftMs(3_000)).toBe(7_000)
  })

  test('is unknown while too little has arrived to measure by', () => {
    const timeLeft = new TimeLeft()
    timeLeft.note(0, TOTAL, 0)
    timeLeft.note(50 * KB, TOTAL, 20_000)
    expect(timeLeft.leftMs(20_000)).toBeNull()
  })

  test('counts down with the clock, and a slightly different rate does not make it jump', () => {
    const timeLeft = afterParts(4, 8)
    expect(timeLeft.leftMs(8_000)).toBe(32_000)
    expect(timeLeft.leftMs(11_000)).toBe(29_000)
    timeLeft.note(3 * PART, TOTAL, 13_000)
    expect(timeLeft.leftMs(13_000)).toBe(27_000)
  })

  test('follows a rate that is much lower or much higher', () => {
    const slower = afterParts(1, 2, 3)
    slower.note(4 * PART, TOTAL, 23_000)
    expect(slower.leftMs(23_000)).toBe(34_500)
    const faster = afterParts(10, 20)
    for (const [part, second] of [21, 22, 23, 24, 25].entries()) faster.note((part + 3) * PART, TOTAL, second * 1000)
    expect(faster.leftMs(25_000)).toBeLessThan(30_000)
  })

  test('is unknown again when it has passed, and when sending stops', () => {
    const timeLeft = afterParts(1, 2, 3)
    expect(timeLeft.leftMs(10_000)).toBeNull()
    const stopped = afterParts(1, 2, 3)
    stopped.forget()
    expect(stopped.leftMs(3_000)).toBeNull()
  })

  test('takes bytes that were found at the server for no rate', () => {
    const timeLeft = new TimeLeft()
    timeLeft.note(0, TOTAL, 0)
    timeLeft.note(8 * PART, TOTAL, 4_000)
    expect(timeLeft.leftMs(4_000)).toBeNull()
    timeLeft.note(9 * PART, TOTAL, 14_000)
    expect(timeLeft.leftMs(14_000)).toBe(10_000)
  })

  test('is measured on a line so slow that a part takes longer than the window', () => {
    const timeLeft = afterParts(50, 100)
    expect(timeLeft.leftMs(100_000)).toBe(400_000)
  })
})
