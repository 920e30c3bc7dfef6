import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Stamp } from '#src/offline/outbox/store/raw-store.ts'
import { sealedStore } from '#src/offline/outbox/store/sealed-store.ts'
import { Sealing } from '#src/offline/outbox/store/sealing.ts'
import { PlainBlob } from '#tests/support/browser/plain-blob.ts'
import { chanceOf } from '#tests/support/chance.ts'
import { takenAway } from '#tests/support/offline/offline-locks.ts'
import { plants } from '#tests/support/offline/offline-plants.ts'
import { programs } from '#tests/support/offline/offline-programs.ts'
import { fakeRows, seeThroughSealer } from '#tests/support/offline/offline-rows.ts'
import { OfflineRun, type Plant, type Step } from '#tests/support/offline/offline-run.ts'
import { verdictOf } from '#tests/support/offline/offline-verdict.ts'

const RUNS = Number(process.env.OUTBOX_RUNS ?? 800)
/** What must have come of so many programs, at the least: a model in which nothing happens finds nothing. */
const HAPPENS = {
  ...{ accepted: 500, 'not kept': 10, merged: 10, removed: 5, sent_back: 10, revised: 5, moved: 1 },
  ...{ retried: 5, discarded: 5, settled: 3, together: 50, let_go: 10 },
}

beforeAll(async () => {
  vi.stubGlobal('Blob', PlainBlob)
  // Loaded when first needed otherwise, which takes a time of its own.
  await import('#src/offline/outbox/save/files.ts')
  await import('#src/offline/outbox/repair/repair-files.ts')
  await import('#src/offline/outbox/send/upload.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

let steps = 0
const happened = new Map<string, number>()

async function verdict(seed: number, program: readonly Step[], plant?: Plant): Promise<readonly string[]> {
  const run = new OfflineRun(seed, plant)
  for (const step of program) await run.step(step)
  await run.rest()
  steps += program.length
  for (const [what, count] of run.ledger.tally) happened.set(what, (happened.get(what) ?? 0) + count)
  const merged = run.server.history.filter(({ covers }) => covers.length > 0)
  happened.set('merged', (happened.get('merged') ?? 0) + merged.length)
  happened.set('together', (happened.get('together') ?? 0) + run.server.together.length)
  return verdictOf(run)
}
/** The store as the app has it, over rows that lie on the same disk. */
const sealedPlant =
  ({ rowsOf = fakeRows, hasLock = true } = {}): Plant =>
  (ports, world, tab) => {
    const { user } = world
    const sealing = new Sealing(user, seeThroughSealer(chanceOf(Number(user) + world.tabs.length)))
    const locks = hasLock ? ports.locks : takenAway().locks
    return { ...ports, store: sealedStore(rowsOf(world.disk(user), tab), sealing, locks) }
  }
/** Rows that take each write for one upon what was last read. */
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
const property = (plant?: Plant) =>
  fc.asyncProperty(fc.integer(), programs(), async (seed, program) => {
    expect(await verdict(seed, program, plant)).toEqual([])
  })

test('whatever happens, each accepted change is made once, in order, as its own person, and its fate is shown', async () => {
  steps = 0
  happened.clear()
  await fc.assert(property(), { numRuns: RUNS })
  if (RUNS < 800) return
  const settled = ['theirs', 'mine', 'value'].map((take) => happened.get(take) ?? 0)
  happened.set(
    'settled',
    settled.reduce((sum, count) => sum + count),
  )
  expect(steps).toBeGreaterThanOrEqual(10_000)
  for (const [what, least] of Object.entries(HAPPENS)) {
    expect(happened.get(what) ?? 0, `how often: ${what}`).toBeGreaterThanOrEqual(least)
  }
}, 600_000)

test.each([
  ['', true],
  [', also where no lock keeps two tabs from writing at once', false],
])(
  'and so it is when what is stored is sealed%s',
  async (_where, hasLock) => {
    await fc.assert(property(sealedPlant({ hasLock })), { numRuns: Math.ceil(RUNS / 8) })
  },
  600_000,
)

describe('the same programs find a planted fault', () => {
  const careless = sealedPlant({ rowsOf: carelessRows, hasLock: false })
  test.each(Object.entries({ ...plants, 'a sealed write upon what another has changed': careless }))(
    '%s',
    async (_name, plant) => {
      const found = await fc.check(property(plant), { numRuns: 1000, endOnFailure: true })
      expect(found.failed).toBe(true)
    },
    60_000,
  )
})
