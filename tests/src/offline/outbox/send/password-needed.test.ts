import { expect, test } from 'vitest'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing, thingKind } from '#tests/support/offline/offline-things.ts'
import { submitTo } from '#tests/support/offline/submit-to.ts'

const thing = (edit: number, key = 'a', field = 'status') => ({ edit, things: [key], field })
const first = (run: OfflineRun) => run.tabs[0]!.outbox
const shot = (run: OfflineRun) => first(run).memory.snapshot()
const states = (run: OfflineRun) => shot(run).entries.map((entry) => entry.state)
const wait = (run: OfflineRun, ms = 60_000) => run.clock.advance(ms, allTurns)
const madeEdits = (run: OfflineRun) => run.server.history.map(({ edit }) => edit)
/** One change that the server wants the password for. */
async function refusedOne() {
  const run = new OfflineRun(3)
  run.wire.troubles.push('403')
  await submitTo(first(run).acts, changeThing, thing(1), 1)
  await wait(run)
  return run
}

test('a change for which the server wants the password waits for it, is shown, and needs no decision', async () => {
  const run = await refusedOne()
  expect(states(run)).toEqual(['password'])
  expect(shot(run)).toMatchObject({ state: 'password', waiting: 1, needsAttention: 0 })
  expect(shot(run).marks.get('thing/a')).toBe('password')
  expect(shot(run).fold.row(thingKind, { key: 'a', edits: [] }).edits).toEqual([1])
  const { sent } = run.server
  await wait(run, 600_000)
  await run.step({ do: 'online' })
  expect(run.server.sent).toBe(sent)
  expect(run.declined).toEqual([])
})

test('the rest of the outbox goes on, but for what comes after it on the same record', async () => {
  const run = await refusedOne()
  await submitTo(first(run).acts, changeThing, thing(2, 'b'), 1)
  await submitTo(first(run).acts, changeThing, thing(3, 'a', 'note'), 1)
  await wait(run)
  expect(madeEdits(run)).toEqual([2])
  expect(states(run)).toEqual(['password', 'waiting'])
})

test('once the password was given it is sent, once, under its own key, and what waited behind it follows', async () => {
  const run = await refusedOne()
  const { id } = shot(run).entries[0]!
  await submitTo(first(run).acts, changeThing, thing(3, 'a', 'note'), 1)
  await wait(run)
  await run.step({ do: 'password' })
  await wait(run)
  expect(madeEdits(run)).toEqual([1, 3])
  expect((await first(run).acts.doneChanges(9)).map((one) => one.id)).toContain(id)
  expect(states(run)).toEqual([])
})

test('a sign-in gives the password too, also after a restart', async () => {
  const run = await refusedOne()
  await run.step({ do: 'sign_in' })
  await wait(run)
  expect(madeEdits(run)).toEqual([1])
  const other = await refusedOne()
  await other.step({ do: 'reload', tab: 0 })
  await wait(other)
  expect(madeEdits(other)).toEqual([1])
})

test('where the server wants it again, it waits again, and is not tried by itself', async () => {
  const run = await refusedOne()
  run.wire.troubles.push('403')
  await run.step({ do: 'password' })
  await wait(run)
  expect([states(run), madeEdits(run)]).toEqual([['password'], []])
})

test('the person can give it up; nobody else ever sends it', async () => {
  const run = await refusedOne()
  await run.step({ do: 'switch' })
  await wait(run)
  expect(madeEdits(run)).toEqual([])
  const other = await refusedOne()
  await first(other).acts.discard(shot(other).entries[0]!.id)
  await wait(other)
  await other.step({ do: 'password' })
  await wait(other)
  expect([states(other), madeEdits(other)]).toEqual([[], []])
})
