import { expect, test } from 'vitest'
import { allTurns } from '#tests/support/offline/offline-device.ts'
import { OfflineRun } from '#tests/support/offline/offline-run.ts'
import { changeThing, thingKind } from '#tests/support/offline/offline-things.ts'
import { submitChange } from '#tests/support/offline/submit-change.ts'

const thing = (edit: number, key = 'a', field = 'status') => ({ edit, things: [key], field })
const first = (run: OfflineRun) => run.tabs[0]!.outbox
const snapshot = (run: OfflineRun) => first(run).memory.snapshot()
const states = (run: OfflineRun) => snapshot(run).entries.map((entry) => entry.state)
const wait = (run: OfflineRun, ms = 60_000) => run.clock.advance(ms, allTurns)
const serverEdits = (run: OfflineRun) => run.server.history.map(({ edit }) => edit)
/** A run with one change that needs the password. */
async function runWaitingForPassword() {
  const run = new OfflineRun(3)
  run.wire.troubles.push('403')
  await submitChange(first(run).acts, changeThing, thing(1), 1)
  await wait(run)
  return run
}

test('a change that needs the password waits for it, is shown, and needs no decision', async () => {
  const run = await runWaitingForPassword()
  expect(states(run)).toEqual(['password'])
  expect(snapshot(run)).toMatchObject({ state: 'password', waiting: 1, needsAttention: 0 })
  expect(snapshot(run).marks.get('thing/a')).toBe('password')
  expect(snapshot(run).fold.row(thingKind, { key: 'a', edits: [] }).edits).toEqual([1])
  const { sent } = run.server
  await wait(run, 600_000)
  await run.step({ do: 'online' })
  expect(run.server.sent).toBe(sent)
  expect(run.declined).toEqual([])
})

test('other changes are sent while one waits for the password, except later changes of the same record', async () => {
  const run = await runWaitingForPassword()
  await submitChange(first(run).acts, changeThing, thing(2, 'b'), 1)
  await submitChange(first(run).acts, changeThing, thing(3, 'a', 'note'), 1)
  await wait(run)
  expect(serverEdits(run)).toEqual([2])
  expect(states(run)).toEqual(['password', 'waiting'])
})

test('after the password is entered the change is sent once under its own key, then the changes behind it', async () => {
  const run = await runWaitingForPassword()
  const { id } = snapshot(run).entries[0]!
  await submitChange(first(run).acts, changeThing, thing(3, 'a', 'note'), 1)
  await wait(run)
  await run.step({ do: 'password' })
  await wait(run)
  expect(serverEdits(run)).toEqual([1, 3])
  expect((await first(run).acts.endedChanges(9)).map((one) => one.id)).toContain(id)
  expect(states(run)).toEqual([])
})

test('a sign-in sends a change that needed the password, and so does a restart of the app', async () => {
  const run = await runWaitingForPassword()
  await run.step({ do: 'sign_in' })
  await wait(run)
  expect(serverEdits(run)).toEqual([1])
  const other = await runWaitingForPassword()
  await other.step({ do: 'reload', tab: 0 })
  await wait(other)
  expect(serverEdits(other)).toEqual([1])
})

test('a change that needs the password again waits again and is not retried on its own', async () => {
  const run = await runWaitingForPassword()
  run.wire.troubles.push('403')
  await run.step({ do: 'password' })
  await wait(run)
  expect([states(run), serverEdits(run)]).toEqual([['password'], []])
})

test('a change that needs the password is not sent by another user, nor after its user discarded it', async () => {
  const run = await runWaitingForPassword()
  await run.step({ do: 'switch' })
  await wait(run)
  expect(serverEdits(run)).toEqual([])
  const other = await runWaitingForPassword()
  await first(other).acts.discard(snapshot(other).entries[0]!.id)
  await wait(other)
  await other.step({ do: 'password' })
  await wait(other)
  expect([states(other), serverEdits(other)]).toEqual([[], []])
})
