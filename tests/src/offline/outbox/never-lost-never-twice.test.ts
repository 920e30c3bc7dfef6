import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { httpTransport } from '#src/offline/outbox/transport.ts'
import { OfflineRun, type Plant, type Step, tokenFor } from '#tests/support/offline-run.ts'
import { verdictOf } from '#tests/support/offline-verdict.ts'

const RUNS = 400
const index = fc.nat({ max: 5 })
const minutes = 60_000
const day = 24 * 60 * minutes

const trouble = fc.constantFrom('ok', 'cut', 'lost', 'hang', 'late', '500', '409', '429', '400' as const)
const edit = fc.record({
  do: fc.constant('edit' as const),
  tab: index,
  things: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 2 }),
  field: fc.nat({ max: 1 }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: edit },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('turns', 'expire', 'renew', 'sign_in', 'switch', 'online') }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'open' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die'), tab: index, borders: fc.nat({ max: 30 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('network'), to: fc.constantFrom('on', 'on', 'off', 'hang') }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('trouble'), troubles: fc.array(trouble, { minLength: 1, maxLength: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(100, 3_000, 30_000, 10 * minutes) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('jump'), ms: fc.constantFrom(-day, day) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('colleague'), thing: fc.nat({ max: 2 }), field: fc.nat({ max: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('retry', 'discard'), pick: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash'), wipe: fc.constantFrom('none', 'store', 'mirror') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('disk'), trouble: fc.constantFrom('none', 'none', 'full', 'broken') }),
  },
) as fc.Arbitrary<Step>
const program = fc.array(step, { minLength: 1, maxLength: 30, size: 'max' })

async function verdict(seed: number, steps: readonly Step[], plant?: Plant): Promise<readonly string[]> {
  const run = new OfflineRun(seed, plant)
  for (const one of steps) await run.step(one)
  await run.rest()
  return verdictOf(run)
}
const property = (plant?: Plant) =>
  fc.asyncProperty(fc.integer(), program, async (seed, steps) => {
    expect(await verdict(seed, steps, plant)).toEqual([])
  })

test('whatever happens, each accepted change is made once, in order, as its own person, and its fate is shown', async () => {
  await fc.assert(property(), { numRuns: Number(process.env.OUTBOX_RUNS ?? RUNS), interruptAfterTimeLimit: 60_000 })
}, 90_000)

describe('the same programs find a planted fault', () => {
  const faults: Record<string, Plant> = {
    'a new key for each attempt': (ports) => ({
      ...ports,
      transport: {
        send: (entry, command, signal) => ports.transport.send({ ...entry, id: ports.ids.uuid() }, command, signal),
      },
    }),
    'no lock': (ports) => ({ ...ports, locks: { hold: (_name, _mode, work) => work() } }),
    'a mirror that keeps nothing that can be read': (ports, world) => ({
      ...ports,
      mirror: {
        ...ports.mirror,
        put: async (entry) => {
          await ports.mirror.put(entry)
          world.disks.get(entry.user)?.mirror.set(`${entry.seq}/${entry.id}`, 'torn')
        },
      },
    }),
    'no look at the mirror at start': (ports) => ({
      ...ports,
      mirror: { ...ports.mirror, names: () => Promise.resolve([]) },
    }),
    'the token of whoever is signed in': (ports, world) => {
      const blind = (user: string) => {
        const token = tokenFor(user, 'blind')
        world.server.sessions.set(token, world.user)
        return { ...ports.who, user: () => user, token: () => token }
      }
      const send: OutboxPorts['transport']['send'] = (entry, command, signal) =>
        httpTransport(blind(entry.user), world.wire.send).send(entry, command, signal)
      return { ...ports, transport: { send } }
    },
    'what is refused counts as done': (ports) => ({
      ...ports,
      transport: {
        send: async (entry, command, signal) => {
          const facts = await ports.transport.send(entry, command, signal)
          const isRefused = facts.kind === 'answer' && facts.status >= 400 && facts.status < 500
          return isRefused ? { ...facts, status: 200, reply: { versions: {} } } : facts
        },
      },
    }),
  }
  test.each(Object.entries(faults))(
    '%s',
    async (_name, plant) => {
      const found = await fc.check(property(plant), { numRuns: 1000, endOnFailure: true })
      expect(found.failed).toBe(true)
    },
    60_000,
  )
})
