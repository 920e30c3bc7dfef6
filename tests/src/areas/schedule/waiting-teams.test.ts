import { expect, test } from 'vitest'
import type { ScheduleRow } from '#contract/boards/schedule.ts'
import { type ChangeDrivers, changeDrivers } from '#src/areas/dispatchers/dispatcher-drivers-commands.ts'
import { changeDriverDetails } from '#src/areas/drivers/changes/driver-details-commands.ts'
import { withWaitingChanges } from '#src/areas/schedule/schedule-overlay.ts'
import { spanOf } from '#src/areas/schedule/schedule-span.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDispatcher } from '#tests/support/builders/a-dispatcher.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aScheduleRow } from './schedule-builders.ts'

const span = spanOf('2026-11-21')
const nameOf = ({ id, user }: ReturnType<typeof aDispatcher>) => ({ id, user })
const [ann, bob] = [nameOf(aDispatcher({ id: 4 })), nameOf(aDispatcher({ id: 5 }))]
const annsRow = aScheduleRow({ id: 20, name: 'Maria Lopez' }, [], { id: 4, name: 'Ann' })
const bobsRow = aScheduleRow({ id: 30, name: 'Joe Hall' }, [], { id: 5, name: 'Bob' })
const nobodysRow = aScheduleRow({ id: 40, name: 'Sam Reed' }, [], null)

const waiting = (change: ChangeDrivers) => foldOf([{ effects: changeDrivers.effects(change), settled: null }])
const toAnn = { dispatcher: ann, add: [{ id: 30, name: 'Joe Hall', units: [], from: bob }], remove: [] }
const fromAnn = { dispatcher: ann, add: [], remove: [{ id: 20, name: 'Maria Lopez', units: [] }] }
const teams = (rows: readonly ScheduleRow[]) => rows.map(({ id, drivers }) => [id, drivers.map((one) => one.id)])

test('a driver who changes dispatchers moves to the new dispatcher’s row immediately, in name order', () => {
  const shown = withWaitingChanges([annsRow, bobsRow, nobodysRow], waiting(toAnn), span)
  expect(teams(shown)).toEqual([
    [4, [30, 20]],
    [5, []],
    [null, [40]],
  ])
  expect(shown[2]).toBe(nobodysRow)
})

test('a driver taken from a dispatcher moves to the drivers without one, even if there were none before', () => {
  expect(teams(withWaitingChanges([annsRow, nobodysRow], waiting(fromAnn), span))).toEqual([
    [4, []],
    [null, [20, 40]],
  ])
  expect(teams(withWaitingChanges([annsRow], waiting(fromAnn), span))).toEqual([
    [4, []],
    [null, [20]],
  ])
})

test('a driver who goes to a dispatcher that is not loaded is in no row until it is', () => {
  expect(teams(withWaitingChanges([bobsRow], waiting(toAnn), span))).toEqual([[5, []]])
})

test('a change that the server has already made moves no driver, and the rows stay identical', () => {
  const served = [{ ...annsRow, drivers: [...bobsRow.drivers, ...annsRow.drivers] }, nobodysRow]
  expect(withWaitingChanges(served, waiting(toAnn), span)).toBe(served)
})

test('a change of the driver’s details that sets another dispatcher moves the driver in the same way', () => {
  const input = { was: { ...aDriver({ id: 30, dispatcher: bob }) }, to: { dispatcher: ann } }
  const fold = foldOf([{ effects: changeDriverDetails.effects(input), settled: null }])
  expect(teams(withWaitingChanges([annsRow, bobsRow], fold, span))).toEqual([
    [4, [30, 20]],
    [5, []],
  ])
})
