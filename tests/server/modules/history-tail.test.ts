import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advance, type HistoryTail, positionOf, rangesOf, tailFrom } from '#server/modules/events/history-tail.ts'

const MINUTE = 60_000
const within = (tail: HistoryTail, number: number) =>
  rangesOf(tail).some(({ first, last }) => number >= first && number <= last)

/** Reads what is committed and asked for. */
function read(tail: HistoryTail, committed: Iterable<number>, now = 0) {
  const found = [...committed].filter((number) => within(tail, number)).sort((a, b) => a - b)
  return { found, tail: advance(tail, found, now) }
}

test('a number that was passed over is looked for until it comes', () => {
  let tail = advance(tailFrom(0), [1, 4], 0)
  expect(positionOf(tail)).toBe(1)
  expect([2, 3, 5].map((number) => within(tail, number))).toEqual([true, true, true])
  expect(within(tail, 4)).toBe(false)
  tail = advance(tail, [2], 0)
  expect(positionOf(tail)).toBe(2)
  tail = advance(tail, [3, 6], 0)
  expect(positionOf(tail)).toBe(4)
})

test('a number that never comes is given up when its transaction must be over', () => {
  const tail = advance(tailFrom(0), [2], 0)
  expect(positionOf(advance(tail, [], 5 * MINUTE))).toBe(0)
  expect(positionOf(advance(tail, [], 5 * MINUTE + 1))).toBe(2)
})

/** Numbers in the order of their commits, with a reading now and then. */
const commits = fc
  .shuffledSubarray([...Array(30).keys()].map((n) => n + 1))
  .chain((order) => fc.tuple(fc.constant(order), fc.array(fc.nat(order.length), { maxLength: 10 })))

test('in whatever order numbers are committed, each is read exactly once', () => {
  fc.assert(
    fc.property(commits, ([order, readings]) => {
      let tail = tailFrom(0)
      const heard: number[] = []
      for (const at of [...readings.sort((a, b) => a - b), order.length]) {
        const round = read(tail, order.slice(0, at))
        heard.push(...round.found)
        tail = round.tail
      }
      expect(heard.sort((a, b) => a - b)).toEqual([...order].sort((a, b) => a - b))
    }),
  )
})

test('whoever goes on from any position it was given misses nothing', () => {
  fc.assert(
    fc.property(commits, ([order, readings]) => {
      let tail = tailFrom(0)
      const heard = new Set<number>()
      for (const at of readings.sort((a, b) => a - b)) {
        const round = read(tail, order.slice(0, at))
        for (const number of round.found) heard.add(number)
        tail = round.tail
        const missed = order.filter((number) => !heard.has(number))
        expect(missed.every((number) => number > positionOf(tail))).toBe(true)
      }
    }),
  )
})
