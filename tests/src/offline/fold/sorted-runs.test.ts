import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOfRuns, sortedRuns } from '#src/offline/fold/sorted-runs.ts'
import { createYielder } from '#src/offline/outbox/show/yield-to-page.ts'

const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank

test('rows in runs come out as one sort of all of them would put them, alike ones in the order they came', async () => {
  const runs = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 }), { maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(runs, async (ranks) => {
      const given = ranks.map((run, at) => run.map((rank, place) => ({ rank, came: `${at} ${place}` })))
      expect(await sortedRuns(given, byRank)).toEqual(given.flat().toSorted(byRank))
    }),
    { numRuns: 200 },
  )
})

test('the first of them are those that a sort of all would put first', async () => {
  const runs = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(runs, fc.integer({ min: 1, max: 20 }), async (ranks, most) => {
      const given = ranks.map((run, at) => run.map((rank, place) => ({ rank, came: `${at} ${place}` })))
      expect(await firstOfRuns(given, byRank, most)).toEqual(given.flat().toSorted(byRank).slice(0, most))
    }),
    { numRuns: 100 },
  )
})

/** How often others had their turn while 5,000 rows were put in order, of which comparing two takes so many milliseconds. */
async function turnsOfOthers(comparingMs: number): Promise<number> {
  const runs = Array.from({ length: 20 }, (_, run) =>
    Array.from({ length: 250 }, (_row, at) => ({ rank: (at * 7 + run) % 911 })),
  )
  let [turns, time, isOver] = [0, 0, false]
  const others = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
  })()
  const slowly = (a: { rank: number }, b: { rank: number }) => {
    time += comparingMs
    return byRank(a, b)
  }
  const rest = () => createYielder(() => time)
  expect(await sortedRuns(runs, slowly, rest())).toHaveLength(5_000)
  expect(await firstOfRuns(runs, slowly, 50, rest())).toHaveLength(50)
  isOver = true
  await others
  return turns
}

test('thousands of rows leave room for other work on a slow device, and are there at once on a quick one', async () => {
  expect(await turnsOfOthers(0.02)).toBeGreaterThan(20)
  expect(await turnsOfOthers(0)).toBeLessThan(3)
})
