import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { currentHolderExtra } from '#contract/wire/problem.ts'
import { type AnyCommand, command } from '#src/offline/command.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { reviseEntry } from '#src/offline/outbox/settle/revise.ts'
import { remediesOf } from '#src/offline/outbox/show/entry-readings.ts'
import { aDesk, answer, crateChange, type OfflineDesk, USER } from '#tests/support/offline/offline-desk.ts'

const input = z.object({ crate: z.string(), shelf: z.string(), takenFrom: z.nullable(z.int()) })

/** Puts a crate on a shelf. `takenFrom` is the user who loses the shelf, or null. */
const storeCrate = command({
  name: 'crates.store',
  version: 1,
  endpoint: crateChange().endpoint,
  input,
  request: ({ crate, shelf, takenFrom }) => ({ params: { id: crate }, body: { shelf, takenFrom } }),
  touches: ({ crate, shelf, takenFrom }) => [
    `crate/${crate}`,
    `shelf/${shelf}`,
    ...(takenFrom === null ? [] : [`person/${takenFrom}`]),
  ],
  effects: () => [],
  describe: ({ crate, shelf }) => ({ record: `Crate ${crate}`, change: `Shelf: ${shelf}` }),
  versions: () => [],
  remedies: (given, { status, body }) => {
    const held = currentHolderExtra.safeParse(body)
    if (status !== 400 || !held.success) return []
    const { id, first_name } = held.data.held_by
    return [{ title: `Take it from ${first_name}`, input: { ...given, takenFrom: id } }]
  },
  areas: ['contacts'],
})
registerCommands([storeCrate as AnyCommand])

const shelfN4 = { crate: 'a', shelf: 'N-4', takenFrom: null }
const holderRefusal = { shelf: ['Shelf N-4 is Greg’s now.'], held_by: { id: 9, first_name: 'Greg', last_name: 'Hill' } }

const keep = (desk: OfflineDesk, given: z.output<typeof input>) =>
  desk.save(given as never, { command: storeCrate as never, seenVersion: 3 })

async function aRefusedChange(refusal: unknown = holderRefusal, status = 400) {
  const desk = await aDesk([storeCrate as never])
  await keep(desk, shelfN4)
  await desk.send(1, answer(status, refusal))
  return desk
}

test("a refusal offers its command's remedy, and the remedy is sent in place of the refused change", async () => {
  const desk = await aRefusedChange()
  const refused = desk.entry(1)!
  const [remedy] = remediesOf(refused)
  expect(remedy).toEqual({ title: 'Take it from Greg', input: { ...shelfN4, takenFrom: 9 } })

  await reviseEntry(desk.ports, USER, desk.registry, refused.id, remedy?.input)
  const revised = desk.entry(1)!
  expect(revised).toMatchObject({
    state: 'waiting',
    seenVersion: 3,
    touches: ['crate/a', 'shelf/N-4', 'person/9'],
    request: { body: { shelf: 'N-4', takenFrom: 9 } },
  })
  expect(revised.id).not.toBe(refused.id)
  await desk.send(1, answer(200))
  expect(desk.sent.map(({ request }) => request.body)).toEqual([
    { shelf: 'N-4', takenFrom: null },
    { shelf: 'N-4', takenFrom: 9 },
  ])
})

test('a revised change may touch another record; changes that waited for the former record are sent', async () => {
  const desk = await aRefusedChange()
  await keep(desk, { ...shelfN4, crate: 'b' })
  await reviseEntry(desk.ports, USER, desk.registry, desk.entry(1)!.id, { ...shelfN4, shelf: 'S-1' })
  const touching = (key: string) =>
    desk.ports.store.read(async (tx) => (await tx.entriesTouching(key)).map(({ seq }) => seq))
  expect([await touching('shelf/N-4'), await touching('shelf/S-1')]).toEqual([[2], [1]])
  await desk.send(2, answer(200))
  expect(desk.sent.at(-1)).toMatchObject({ seq: 2 })
})

test("a revised change never overtakes the user's later change of the other record", async () => {
  const desk = await aRefusedChange()
  const { id } = desk.entry(1)!
  await keep(desk, { ...shelfN4, crate: 'b', shelf: 'S-1' })
  const toTheSame = () => reviseEntry(desk.ports, USER, desk.registry, id, { ...shelfN4, shelf: 'S-1' })
  await expect(toTheSame()).rejects.toThrow(/later change of yours/)
  expect(desk.entry(1)).toMatchObject({ id, state: 'refused' })
  await desk.send(2, answer(200))
  await toTheSame()
  expect(desk.entry(1)).toMatchObject({ state: 'waiting', touches: ['crate/a', 'shelf/S-1'] })
})

test('no remedy is offered for another refusal or for a waiting change', async () => {
  const offered = async (refusal: unknown, status?: number) =>
    remediesOf((await aRefusedChange(refusal, status)).entry(1)!)
  expect(await offered({ shelf: ['No such shelf.'] })).toEqual([])
  expect(await offered({ detail: 'Not found.' }, 404)).toEqual([])
  const { problem } = (await aRefusedChange()).entry(1)!
  const desk = await aDesk([storeCrate as never])
  // An entry that is retried still has the problem of its refusal.
  const waiting = await keep(desk, { ...shelfN4, crate: 'c' })
  expect(remediesOf({ ...waiting, problem })).toEqual([])
  expect(remediesOf(await keep(desk, shelfN4))).toEqual([])
})
