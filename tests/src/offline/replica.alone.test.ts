import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ReplicaDevice } from '#tests/support/replica/replica-device.ts'
import { type Faults, programs, runProgram } from '#tests/support/replica/replica-program.ts'

vi.mock('#server/modules/events/event-repository.ts', () => import('#tests/support/replica/model-repository.ts'))
vi.mock('#server/modules/events/changed-lists.ts', () => import('#tests/support/replica/model-lists.ts'))

/** `REPLICA_RUNS=10000 REPLICA_SEED=1 npx vitest run --project alone tests/src/offline/replica.alone.test.ts` */
const RUNS = Number(process.env.REPLICA_RUNS ?? 300)
const SEED = Number(process.env.REPLICA_SEED ?? 34)
const TIMEOUT_MS = 60_000 + RUNS * 100
/** A planted fault is found within so many programs. */
const MAX_SEARCHED = 3_000

let devices: readonly ReplicaDevice[]
beforeAll(async () => {
  devices = [await ReplicaDevice.create(), await ReplicaDevice.create()]
  vi.useFakeTimers({ now: Date.parse('2026-12-01T12:00:00Z') })
})
afterAll(() => vi.useRealTimers())

test(
  'once everything is quiet, each device has exactly what the server would send to its user',
  async () => {
    const isAsServer = fc.asyncProperty(programs, async (program) => {
      expect(await runProgram(program, devices)).toEqual([])
    })
    await fc.assert(isAsServer, { numRuns: RUNS, seed: SEED })
  },
  TIMEOUT_MS,
)

const PLANTED: readonly Faults[] = [
  { server: 'rows that are gone are not reported' },
  { server: 'changes that are committed late are skipped' },
  { server: 'users with other rights get the same rows' },
  { server: 'a position from before a restore is accepted' },
  { server: 'rows are read before their change' },
  { server: 'of several changes the last is left out' },
  { device: 'a lost permission is ignored' },
  { device: 'a write is reported and not made' },
]
test.each(PLANTED.map((faults) => [faults.server ?? faults.device, faults] as const))(
  'the same programs find the planted fault “%s”',
  async (_name, faults) => {
    const isUnnoticed = fc.asyncProperty(
      programs,
      async (program) => (await runProgram(program, devices, faults)).length === 0,
    )
    const { failed } = await fc.check(isUnnoticed, { numRuns: MAX_SEARCHED, seed: SEED, endOnFailure: true })
    expect(failed).toBe(true)
  },
  TIMEOUT_MS,
)
