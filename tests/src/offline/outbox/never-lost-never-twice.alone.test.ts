import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Stamp } from '#src/offline/outbox/store/raw-store.ts'
import { sealedStore } from '#src/offline/outbox/store/sealed-store.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { PlainBlob } from '#tests/support/browser/plain-blob.ts'
import { locksThatCanBeLost } from '#tests/support/offline/offline-locks.ts'
import { programs } from '#tests/support/offline/offline-programs.ts'
import { fakeRows, transparentSealer } from '#tests/support/offline/offline-rows.ts'
import { OfflineRun, type PlantedFault, type Step } from '#tests/support/offline/offline-run.ts'
import { verdictOf } from '#tests/support/offline/offline-verdict.ts'
import { plantedFaults } from '#tests/support/offline/planted-faults.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'

const RUNS = Number(process.env.OUTBOX_RUNS ?? 800)
/** How often each event must occur in 800 programs. A model in which nothing happens would find no fault. */
const MIN_COUNTS = {
  ...{ accepted: 500, 'not kept': 10, merged: 10, removed: 5, sent_back: 10, revised: 5, moved: 1 },
  ...{ retried: 5, discarded: 5, settled: 3, together: 50, let_go: 10, 'woken: done': 50, 'woken: left': 10 },
}

beforeAll(async () => {
  vi.stubGlobal('Blob', PlainBlob)
  // The app loads these on first use; loading them here keeps the timing of the programs stable.
  await import('#src/offline/outbox/save/files.ts')
  await import('#src/offline/outbox/repair/repair-files.ts')
  await import('#src/offline/outbox/send/upload.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

let steps = 0
const eventCounts = new Map<string, number>()

async function verdict(seed: number, program: readonly Step[], plant?: PlantedFault): Promise<readonly string[]> {
  const run = new OfflineRun(seed, plant)
  for (const step of program) await run.step(step)
  await run.runUntilIdle()
  steps += program.length
  for (const [event, count] of run.ledger.tally) eventCounts.set(event, (eventCounts.get(event) ?? 0) + count)
  const merged = run.server.history.filter(({ covers }) => covers.length > 0)
  eventCounts.set('merged', (eventCounts.get('merged') ?? 0) + merged.length)
  eventCounts.set('together', (eventCounts.get('together') ?? 0) + run.server.batchSizes.length)
  return verdictOf(run)
}
/** Replaces the store with the app's sealed store, over rows on the same disk. */
const sealedPlant =
  ({ rowsOf = fakeRows, hasLock = true } = {}): PlantedFault =>
  (ports, world, tab) => {
    const { user } = world
    const sealing = new Sealing(user, transparentSealer(seededRandom(Number(user) + world.tabs.length)))
    const locks = hasLock ? ports.locks : locksThatCanBeLost().locks
    return { ...ports, store: sealedStore(rowsOf(world.disk(user), tab), sealing, locks) }
  }
/** Rows that report the last read stamp to every write, so that the write misses changes by other tabs. */
const carelessRows: typeof fakeRows = (disk, tab) => {
  const rows = fakeRows(disk, tab)
  let last: Stamp = { life: '', generation: 0 }
  const noted = (stamp: Stamp) => {
    last = stamp
    return stamp
  }
  return {
    ...rows,
    read: (work) => rows.read((tx) => work({ ...tx, stamp: async () => noted(await tx.stamp()) })),
    write: (work) => rows.write((tx) => work({ ...tx, stamp: async () => last })),
  }
}
const property = (plant?: PlantedFault) =>
  fc.asyncProperty(fc.integer(), programs(), async (seed, program) => {
    expect(await verdict(seed, program, plant)).toEqual([])
  })

test('in any sequence of events, each accepted change is made once, in order, as its own user, and its final state is shown', async () => {
  steps = 0
  eventCounts.clear()
  await fc.assert(property(), { numRuns: RUNS })
  if (RUNS < 800) return
  const settled = ['theirs', 'mine', 'value'].map((take) => eventCounts.get(take) ?? 0)
  eventCounts.set(
    'settled',
    settled.reduce((sum, count) => sum + count),
  )
  expect(steps).toBeGreaterThanOrEqual(10_000)
  for (const [event, least] of Object.entries(MIN_COUNTS)) {
    expect(eventCounts.get(event) ?? 0, `number of events of the kind “${event}”`).toBeGreaterThanOrEqual(least)
  }
}, 600_000)

test.each([
  ['', true],
  [', also when no lock keeps two tabs from writing at the same time', false],
])(
  'the same promises hold with a sealed store%s',
  async (_where, hasLock) => {
    await fc.assert(property(sealedPlant({ hasLock })), { numRuns: Math.ceil(RUNS / 8) })
  },
  600_000,
)

describe('the same programs find a planted fault', () => {
  const careless = sealedPlant({ rowsOf: carelessRows, hasLock: false })
  test.each(Object.entries({ ...plantedFaults, 'sealed writes that miss the changes of other tabs': careless }))(
    '%s',
    async (_name, plant) => {
      const found = await fc.check(property(plant), { numRuns: 1000, endOnFailure: true })
      expect(found.failed).toBe(true)
    },
    60_000,
  )
})
