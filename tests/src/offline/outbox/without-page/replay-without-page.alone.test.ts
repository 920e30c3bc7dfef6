import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PlainBlob } from '#tests/support/browser/plain-blob.ts'
import { disk, first, wait } from '#tests/support/offline/first-tab.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { lives } from '#tests/support/offline/offline-programs.ts'
import { OfflineRun, type PlantedFault, type Step } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'
import { verdictOf } from '#tests/support/offline/offline-verdict.ts'
import { FakeWorker } from '#tests/support/offline/offline-workers.ts'
import { plantedFaults } from '#tests/support/offline/planted-faults.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const RUNS = Number(process.env.PAGELESS_RUNS ?? 10)

beforeAll(() => {
  vi.stubGlobal('Blob', PlainBlob)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

/** A device whose app was closed without a network after three changes, two of them of one thing. */
async function aClosedApp(plant?: PlantedFault): Promise<OfflineRun> {
  const run = new OfflineRun(5, plant)
  await allTurns()
  run.wire.network = 'off'
  const { acts } = first(run)
  for (const [at, thing] of ['a', 'b', 'a'].entries())
    await submitChange(acts, changeThing, { edit: at + 1, things: [thing], field: `field-${at}` }, 1)
  await wait(run, 1_000)
  await run.step({ do: 'die', tab: 0, checkpoints: 0 })
  run.wire.network = 'on'
  return run
}
const wake = async (run: OfflineRun, checkpoints: number | null = null) => {
  await run.step({ do: 'wake', checkpoints })
  await wait(run)
}
const madeEdits = (run: OfflineRun) => run.server.history.map(({ edit }) => edit)

describe('with no page open', () => {
  test('the worker sends what waits, once and in order, and leaves the refetch to the next page', async () => {
    const run = await aClosedApp()
    await wake(run)
    expect(madeEdits(run).filter((edit) => edit !== 2)).toEqual([1, 3])
    expect(madeEdits(run).toSorted()).toEqual([1, 2, 3])
    expect(disk(run).content.entries.size).toBe(0)
    expect(disk(run).mirror.size).toBe(0)
    expect([...disk(run).content.finalStates.values()].every(({ isSettling }) => isSettling)).toBe(true)
    expect(run.ledger.tally.get('woken: done')).toBe(1)
  })
  test('what a worker that died has left in flight is sent again under its key by the next one', async () => {
    const run = await aClosedApp()
    run.wire.troubles.push('hang', 'hang', 'hang')
    await run.step({ do: 'wake', checkpoints: null })
    await allTurns()
    expect([...disk(run).content.entries.values()].some(({ state }) => state === 'sending')).toBe(true)
    await run.step({ do: 'end_workers' })
    await wake(run)
    expect(madeEdits(run).toSorted()).toEqual([1, 2, 3])
    expect(run.server.reusedKeys).toEqual([])
  })
  test('the browser is told to try again while the server can’t be reached, and when the time is up', async () => {
    const run = await aClosedApp()
    run.wire.network = 'off'
    await run.step({ do: 'wake', checkpoints: null })
    await wait(run, 200_000)
    expect(run.ledger.tally.get('woken: left')).toBe(1)
    expect([...disk(run).content.entries.values()].map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  })
  test('it is not told so for changes that need the user first', async () => {
    const run = await aClosedApp()
    run.wire.troubles.push('400', '400', '400')
    await wake(run)
    expect(run.ledger.tally.get('woken: done')).toBe(1)
    expect([...disk(run).content.entries.values()].some(({ state }) => state === 'refused')).toBe(true)
  })
  test('nothing is sent after a sign-in that no page has seen, and after the loss of the store', async () => {
    const run = await aClosedApp()
    run.signIns.begin(run.user, 'another sign-in', disk(run))
    await wake(run)
    expect(run.server.sent).toBe(0)

    const lost = await aClosedApp()
    disk(lost).wipeStore()
    await wake(lost)
    expect(lost.server.sent).toBe(0)
    expect(disk(lost).content.entries.size).toBe(0)
  })
  test('nothing is sent of another user, and nothing after the session has ended', async () => {
    const run = await aClosedApp()
    await run.step({ do: 'switch' })
    await wait(run, 1_000)
    const [author] = [...run.disks.keys()]
    run.user = author!
    await wake(run)
    expect(madeEdits(run)).toEqual([])
    expect(run.signIns.sent).toEqual([])
  })
  test('what was sent keeps no content when the user signs out meanwhile', async () => {
    const run = await aClosedApp(endedAfterAnswer)
    await wake(run)
    const states = [...disk(run).content.finalStates.values()]
    expect(states.length).toBeGreaterThan(0)
    expect(states.filter(({ entry }) => entry !== null)).toEqual([])
  })
})

/** The session of a worker ends with the first response. */
const endedAfterAnswer: PlantedFault = (ports, _run, tab) => {
  if (!(tab instanceof FakeWorker)) return ports
  let isOver = false
  const ending = <T>(result: Promise<T>) =>
    result.finally(() => {
      isOver = true
    })
  const { session, transport } = ports
  return {
    ...ports,
    session: { ...session, token: () => (isOver ? null : session.token()) },
    transport: {
      ...transport,
      send: (...attempt) => ending(transport.send(...attempt)),
      sendBatch: (...attempt) => ending(transport.sendBatch(...attempt)),
    },
  }
}

/** The fault only in workers. */
const inWorkers =
  (plant: PlantedFault): PlantedFault =>
  (ports, run, tab) =>
    tab instanceof FakeWorker ? plant(ports, run, tab) : ports

async function verdict(seed: number, program: readonly Step[], plant?: PlantedFault): Promise<readonly string[]> {
  const run = new OfflineRun(seed, plant)
  for (const step of program) await run.step(step)
  await run.runUntilIdle()
  for (const [event, count] of run.ledger.tally) counts.set(event, (counts.get(event) ?? 0) + count)
  return verdictOf(run)
}
const counts = new Map<string, number>()
const property = (steps: fc.Arbitrary<Step[]>, plant?: PlantedFault) =>
  fc.asyncProperty(fc.integer(), steps, async (seed, program) => {
    expect(await verdict(seed, program, plant)).toEqual([])
  })

test('in 200 lives, in which pages and workers die by turns, each change is applied once, in order, as its user', async () => {
  counts.clear()
  await fc.assert(property(lives(200)), { numRuns: RUNS })
  expect(counts.get('accepted')).toBeGreaterThan(50 * RUNS)
  expect(counts.get('woken: done')).toBeGreaterThan(5 * RUNS)
}, 600_000)

describe('the same programs find a fault that only workers have', () => {
  test.each([
    'there is no lock',
    'each attempt has a new idempotency key',
    'held entries are sent',
    'the token’s user is not checked',
  ] as const)(
    '%s',
    async (name) => {
      const plant = inWorkers(plantedFaults[name]!)
      const found = await fc.check(property(lives(60), plant), { numRuns: 1000, endOnFailure: true })
      expect(found.failed).toBe(true)
    },
    120_000,
  )
})
