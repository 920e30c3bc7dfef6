import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advance, type HistoryTail, positionOf, rangesOf, tailFrom } from '#server/modules/events/history-tail.ts'

const MINUTE = 60_000
const within = (tail: HistoryTail, number: number) =>
  rangesOf(tail).some(({ first, last }) => number >= first && number <= last)

/** Reads the committed numbers that the tail looks for. */
function read(tail: HistoryTail, committed: Iterable<number>, now = 0) {
  const found = [...committed].filter((number) => within(tail, number)).sort((a, b) => a - b)
  return { found, tail: advance(tail, found, now) }
}

test('a skipped number is looked for until it is committed', () => {
  let tail = advance(tailFrom(0), [1, 4], 0)
  expect(positionOf(tail)).toBe(1)
  expect([2, 3, 5].map((number) => within(tail, number))).toEqual([true, true, true])
  expect(within(tail, 4)).toBe(false)
  tail = advance(tail, [2], 0)
  expect(positionOf(tail)).toBe(2)
  tail = advance(tail, [3, 6], 0)
  expect(positionOf(tail)).toBe(4)
})

test('a number that is never committed is given up once its transaction must have ended', () => {
  const tail = advance(tailFrom(0), [2], 0)
  expect(positionOf(advance(tail, [], 5 * MINUTE))).toBe(0)
  expect(positionOf(advance(tail, [], 5 * MINUTE + 1))).toBe(2)
})

/** Numbers in the order of their commits, and the counts of commits after which they are read. */
const commits = fc
  .shuffledSubarray([...Array(30).keys()].map((n) => n + 1))
  .chain((order) => fc.tuple(fc.constant(order), fc.array(fc.nat(order.length), { maxLength: 10 })))

test('each number is read exactly once, in whatever order the numbers are committed', () => {
  fc.assert(
    fc.property(commits, ([order, readings]) => {
      let tail = tailFrom(0)
      const readNumbers: number[] = []
      for (const at of [...readings.sort((a, b) => a - b), order.length]) {
        const round = read(tail, order.slice(0, at))
        readNumbers.push(...round.found)
        tail = round.tail
      }
      expect(readNumbers.sort((a, b) => a - b)).toEqual([...order].sort((a, b) => a - b))
    }),
  )
})

test('a client that resumes from any reported position misses nothing', () => {
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
