import { describe, expect, test } from 'vitest'
import type { OutboxPorts } from '#src/offline/outbox/ports.ts'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun, type Step } from '#tests/support/offline/offline-run.ts'
import { verdictOf } from '#tests/support/offline/offline-verdict.ts'

const SEED = 11
const edit = (thing: number, field = 0): Step => ({ do: 'edit', tab: 0, things: [thing], field })
const settled: Step = { do: 'turns' }
const off: Step = { do: 'network', to: 'off' }
const on: Step[] = [{ do: 'network', to: 'on' }, { do: 'online' }, { do: 'wait', ms: 60_000 }, settled]

/** What a device writes from a change's making to its end, by name. Each program goes through one of them. */
const programs: Readonly<Record<string, readonly Step[]>> = {
  'keeping and sending': [off, edit(0), settled, edit(1), settled, ...on],
  'changing what waits once more': [off, edit(0), settled, edit(0), settled, edit(0), settled, ...on],
  'a file': [off, { do: 'show', tab: 0, thing: 0 }, settled, ...on],
  'a network that fails': [{ do: 'trouble', troubles: ['500', 'cut', '409'] }, edit(0), settled, ...on, ...on],
  'a refusal that is tried again': [
    { do: 'trouble', troubles: ['400'] },
    edit(0),
    settled,
    { do: 'retry', pick: 0 },
    ...on,
  ],
  'a conflict that is settled': [
    off,
    edit(0),
    settled,
    { do: 'colleague', thing: 0, field: 0 },
    ...on,
    { do: 'settle', pick: 0, take: 'mine' },
    ...on,
  ],
  'giving a change up': [off, edit(0), settled, edit(1), settled, { do: 'discard', pick: 0 }, settled, ...on],
  'taking a change back': [off, edit(0), settled, edit(0), settled, { do: 'undo', pick: 0 }, settled, ...on],
  'saying it in other words': [off, edit(0), settled, { do: 'revise', pick: 0 }, settled, ...on],
  'a session that ends': [{ do: 'expire' }, edit(0), settled, { do: 'sign_in' }, ...on],
  'a start after a crash': [
    off,
    edit(0),
    settled,
    edit(1),
    settled,
    { do: 'crash', wipe: 'none' },
    { do: 'open' },
    ...on,
  ],
  'a start without the first copy': [off, edit(0), settled, { do: 'crash', wipe: 'store' }, { do: 'open' }, ...on],
  'a start without the second copy': [off, edit(0), settled, { do: 'crash', wipe: 'mirror' }, { do: 'open' }, ...on],
}

class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError'
}

/** Counts everything that is written on the device, and fails what `isFull` says for want of space. */
function rationed(isFull: (write: number) => boolean) {
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
        // A transaction that finds no space does so when it ends: all that it did is undone.
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

async function runOf(steps: readonly Step[], isFull: (write: number) => boolean) {
  const { counted, plant } = rationed(isFull)
  const run = new OfflineRun(SEED, plant)
  await allTurns()
  for (const step of steps) await run.step(step)
  return { run, counted }
}

describe('K15: a disk that is full in any one write', () => {
  for (const [name, steps] of Object.entries(programs)) {
    test(`${name}: every accepted change is made once, whichever write it was`, async () => {
      const { counted } = await runOf(steps, () => false)
      expect(counted.writes).toBeGreaterThan(3)
      for (let nth = 1; nth <= counted.writes; nth += 1) {
        const { run } = await runOf(steps, (write) => write === nth)
        await run.rest()
        expect({ nth, wrong: verdictOf(run) }).toEqual({ nth, wrong: [] })
      }
    })

    test(`${name}: the same when no write goes through from one on, until there is space again`, async () => {
      const { counted } = await runOf(steps, () => false)
      for (let first = 1; first <= counted.writes; first += 1) {
        let isOver = false
        const { run } = await runOf(steps, (write) => !isOver && write >= first)
        isOver = true
        await run.rest()
        expect({ first, wrong: verdictOf(run) }).toEqual({ first, wrong: [] })
      }
    })
  }
})
