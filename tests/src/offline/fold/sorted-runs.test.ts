import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOfRuns, sortedRuns } from '#src/offline/fold/sorted-runs.ts'
import { createYielder } from '#src/offline/outbox/show/yield-to-page.ts'

const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank

test('sorting rows in runs gives the same result as one stable sort of all rows', async () => {
  const runs = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 }), { maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(runs, async (ranks) => {
      const rowRuns = ranks.map((run, at) => run.map((rank, place) => ({ rank, origin: `${at} ${place}` })))
      expect(await sortedRuns(rowRuns, byRank)).toEqual(rowRuns.flat().toSorted(byRank))
    }),
    { numRuns: 200 },
  )
})

test('the first rows of sorted runs are the first rows of one sort of all rows', async () => {
  const runs = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(runs, fc.integer({ min: 1, max: 20 }), async (ranks, limit) => {
      const rowRuns = ranks.map((run, at) => run.map((rank, place) => ({ rank, origin: `${at} ${place}` })))
      expect(await firstOfRuns(rowRuns, byRank, limit)).toEqual(rowRuns.flat().toSorted(byRank).slice(0, limit))
    }),
    { numRuns: 100 },
  )
})

/** The number of turns of other work while 5,000 rows are sorted. One comparison takes `comparingMs` milliseconds. */
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

test('sorting thousands of rows yields to other work on a slow device, and hardly ever on a fast one', async () => {
  expect(await turnsOfOthers(0.02)).toBeGreaterThan(20)
  expect(await turnsOfOthers(0)).toBeLessThan(3)
})
