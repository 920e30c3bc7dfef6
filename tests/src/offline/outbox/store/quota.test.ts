import { describe, expect, test } from 'vitest'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { mirrorWithRoom, storeWithRoom, type WithRoom } from '#src/offline/outbox/store/give-way.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun, type Step } from '#tests/support/offline/offline-run.ts'
import { verdictOf } from '#tests/support/offline/offline-verdict.ts'

const SEED = 11
const edit = (thing: number, field = 0): Step => ({ do: 'edit', tab: 0, things: [thing], field })
const letTurnsPass: Step = { do: 'turns' }
const off: Step = { do: 'network', to: 'off' }
const on: Step[] = [{ do: 'network', to: 'on' }, { do: 'online' }, { do: 'wait', ms: 60_000 }, letTurnsPass]

/** Programs by name. Together they cover every write of a device from a change's creation to its end. */
const programs: Readonly<Record<string, readonly Step[]>> = {
  'saving and sending': [off, edit(0), letTurnsPass, edit(1), letTurnsPass, ...on],
  'changing a waiting change again': [off, edit(0), letTurnsPass, edit(0), letTurnsPass, edit(0), letTurnsPass, ...on],
  'a file': [off, { do: 'show', tab: 0, thing: 0 }, letTurnsPass, ...on],
  'a network that fails': [{ do: 'trouble', troubles: ['500', 'cut', '409'] }, edit(0), letTurnsPass, ...on, ...on],
  'retrying a refusal': [{ do: 'trouble', troubles: ['400'] }, edit(0), letTurnsPass, { do: 'retry', pick: 0 }, ...on],
  'resolving a conflict': [
    off,
    edit(0),
    letTurnsPass,
    { do: 'colleague', thing: 0, field: 0 },
    ...on,
    { do: 'settle', pick: 0, take: 'mine' },
    ...on,
  ],
  'discarding a change': [
    off,
    edit(0),
    letTurnsPass,
    edit(1),
    letTurnsPass,
    { do: 'discard', pick: 0 },
    letTurnsPass,
    ...on,
  ],
  'undoing a change': [off, edit(0), letTurnsPass, edit(0), letTurnsPass, { do: 'undo', pick: 0 }, letTurnsPass, ...on],
  'editing a change': [off, edit(0), letTurnsPass, { do: 'revise', pick: 0 }, letTurnsPass, ...on],
  'a session that ends': [{ do: 'expire' }, edit(0), letTurnsPass, { do: 'sign_in' }, ...on],
  'a start after a crash': [
    off,
    edit(0),
    letTurnsPass,
    edit(1),
    letTurnsPass,
    { do: 'crash', wipe: 'none' },
    { do: 'open' },
    ...on,
  ],
  'a start without the store': [off, edit(0), letTurnsPass, { do: 'crash', wipe: 'store' }, { do: 'open' }, ...on],
  'a start without the mirror': [off, edit(0), letTurnsPass, { do: 'crash', wipe: 'mirror' }, { do: 'open' }, ...on],
}

class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError'
}

/** Counts all writes on the device. Writes for which `isFull` is true fail with a quota error. */
function limitedDisk(isFull: (write: number) => boolean) {
  const counted = { writes: 0 }
  const write = () => {
    counted.writes += 1
    if (isFull(counted.writes)) throw new QuotaExceededError()
  }
  const plant = ({ store, mirror, ...ports }: OutboxPorts): OutboxPorts => {
    const guarded =
      <Given extends readonly unknown[]>(work: (...given: Given) => Promise<void>) =>
      async (...given: Given) => {
        write()
        await work(...given)
      }
    return {
      ...ports,
      store: {
        ...store,
        // A transaction without space fails at its end, and everything it did is rolled back.
        write: (work) =>
          store.write(async (tx) => {
            const result = await work(tx)
            write()
            return result
          }),
      },
      mirror: {
        ...mirror,
        put: guarded(mirror.put),
        remove: guarded(mirror.remove),
        putFile: guarded(mirror.putFile),
        removeFile: guarded(mirror.removeFile),
      },
    }
  }
  return { counted, plant }
}

/** The device's stored responses: on a full disk they give way once, which frees space for everything after. */
function givingWay() {
  const freed = { times: 0 }
  const withRoom: WithRoom = async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof QuotaExceededError)) throw error
      freed.times += 1
      return work()
    }
  }
  const plant = (ports: OutboxPorts): OutboxPorts => ({
    ...ports,
    store: storeWithRoom(ports.store, withRoom),
    mirror: mirrorWithRoom(ports.mirror, withRoom),
  })
  return { freed, plant }
}

async function runOf(
  steps: readonly Step[],
  isFull: (write: number) => boolean,
  giveWay: (ports: OutboxPorts) => OutboxPorts = (ports) => ports,
) {
  const { counted, plant } = limitedDisk(isFull)
  const run = new OfflineRun(SEED, (ports) => giveWay(plant(ports)))
  await allTurns()
  for (const step of steps) await run.step(step)
  return { run, counted }
}

describe('K15: a disk that is full in any one write', () => {
  for (const [name, steps] of Object.entries(programs)) {
    test(`${name}: every accepted change is made once, whichever write fails`, async () => {
      const { counted } = await runOf(steps, () => false)
      expect(counted.writes).toBeGreaterThan(3)
      for (let nth = 1; nth <= counted.writes; nth += 1) {
        const { run } = await runOf(steps, (write) => write === nth)
        await run.runUntilIdle()
        expect({ nth, wrong: verdictOf(run) }).toEqual({ nth, wrong: [] })
      }
    })

    test(`${name}: no change is refused when stored responses give way, whichever write fails`, async () => {
      const { run: calm, counted } = await runOf(steps, () => false)
      await calm.runUntilIdle()
      const fates = ({ ledger }: OfflineRun) => [[...ledger.accepted], [...ledger.rejected]]
      let freedTimes = 0
      for (let nth = 1; nth <= counted.writes; nth += 1) {
        const { freed, plant } = givingWay()
        const { run } = await runOf(steps, (write) => write === nth, plant)
        await run.runUntilIdle()
        expect({ nth, wrong: verdictOf(run), fates: fates(run) }).toEqual({ nth, wrong: [], fates: fates(calm) })
        freedTimes += freed.times
      }
      expect(freedTimes).toBeGreaterThan(3)
    })

    test(`${name}: every accepted change is made once when all writes fail from one on, until there is space again`, async () => {
      const { counted } = await runOf(steps, () => false)
      for (let first = 1; first <= counted.writes; first += 1) {
        let isOver = false
        const { run } = await runOf(steps, (write) => !isOver && write >= first)
        isOver = true
        await run.runUntilIdle()
        expect({ first, wrong: verdictOf(run) }).toEqual({ first, wrong: [] })
      }
    })
  }
})
