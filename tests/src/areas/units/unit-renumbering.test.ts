import { describe, expect, test } from 'vitest'
import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import { type Driver, type DriverName, driverFits, driverKind } from '#contract/people/drivers.ts'
import { unitKind, unitNumberOf, unitNumberOfDriver, unitNumberWords } from '#contract/units/unit-names.ts'
import { unitFits } from '#contract/units/unit-search.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { withWaitingUnitNumber } from '#src/areas/maintenance/inspection-queries.ts'
import { createTruck } from '#src/areas/units/changes/new-unit-commands.ts'
import { changeTrailerDetails, changeTruckDetails } from '#src/areas/units/changes/unit-details-commands.ts'
import { giveTruckDriver } from '#src/areas/units/changes/unit-place-commands.ts'
import { editForm, newUnitOf, noUnit } from '#src/areas/units/form/unit-form.ts'
import { unitRows } from '#src/areas/units/unit-queries.ts'
import { driversRenumbered, vehiclesRenumbered } from '#src/boards/map/items/renumbered-items.ts'
import type { AnyCommand } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aTrailer, aTruck, drivenBy } from '#tests/support/builders/a-unit-row.ts'
import { anInspection } from '#tests/support/builders/an-inspection.ts'

const { valuesOf } = editForm

const NAME = '01a3185c-5000-7000-8000-0000000000c1'
const was = aTruck({ id: '205', number: '205', formerly: [], ...drivenBy(7, 'Maria', 'Lopez') })
const to305 = { was, to: { unit_number: '305' } }
const waiting = (...given: readonly (readonly [command: AnyCommand, input: unknown])[]) =>
  foldOf(given.map(([command, input]) => ({ effects: command.effects(input as never), settled: null })))
const fold = waiting([changeTruckDetails, to305])
const driverRows = kind<Driver>(driverKind.name, driverKind.keyOf)

describe('a waiting new number of a truck shows', () => {
  test('on the truck, which is found by both numbers', () => {
    const row = fold.row(unitRows, was)
    expect([unitNumberWords(row), row.id]).toEqual(['305, formerly 205', '205'])
    for (const word of ['205', '305']) expect(unitFits('', word)(row)).toBe(true)
    expect(valuesOf(row).unit_number).toBe('305')
  })

  test('on its driver, who is found by the new number', () => {
    const driver = aDriver({ id: 7, truck: '205' })
    const shown = fold.row(driverRows, driver)
    expect([shown.truck, unitNumberOfDriver(shown, 'truck')]).toEqual(['205', '305'])
    expect(driverFits('', '305')(shown)).toBe(true)
    // A driver who has another truck by now shows that truck.
    const other = aDriver({ id: 7, truck: '206' })
    expect(fold.row(driverRows, other)).toBe(other)
  })

  test('in the titles of its reports, but not in those of a unit whose id only begins alike', () => {
    const report = anInspection({ transport: { ...anInspection().transport, id: '205', title: '205 · Kenworth T680' } })
    expect(withWaitingUnitNumber(report, fold).transport).toMatchObject({ id: '205', title: '305 · Kenworth T680' })
    const others = anInspection({ transport: { ...report.transport, id: '2050', title: '2050 · Kenworth T680' } })
    expect(withWaitingUnitNumber(others, fold)).toBe(others)
  })

  test('on the map, on the truck and on its driver', () => {
    const unit = { id: '205', number: '205', formerly: [], driver: null, trailer: null }
    const vehicles = { vehicles: [{ vehicle: { id: 1, number: '205', unit } }] } as never
    expect(vehiclesRenumbered(vehicles, fold).vehicles[0]?.vehicle.unit).toMatchObject({
      number: '305',
      formerly: ['205'],
    })
    // The driver's unit number may be absent or equal to the truck's id.
    for (const numbers of [{}, { truck_number: '205' }]) {
      const driver = { id: 7, truck: '205', trailer: null, ...numbers, vehicle: { id: 1, number: '205' } }
      expect(driversRenumbered({ drivers: [{ driver }] } as never, fold).drivers[0]?.driver).toMatchObject({
        truck_number: '305',
        vehicle: { number: '305' },
      })
    }
  })

  test('on another driver to whom the truck is given after that', () => {
    const now = fold.row(unitRows, was)
    const to = { id: 8, first_name: 'Ron', last_name: 'Hill' }
    const both = waiting([changeTruckDetails, to305], [giveTruckDriver, { was: now, to, had: null, on: '2026-11-21' }])
    const ron = both.row(driverRows, aDriver({ id: 8, truck: null }))
    expect([ron.truck, unitNumberOfDriver(ron, 'truck')]).toEqual(['205', '305'])
    expect(both.row(driverRows, aDriver({ id: 7, truck: '205' })).truck).toBeNull()
  })
})

test('the renumbering is described with the old number, and the next change with the new one', () => {
  expect(changeTruckDetails.describe(to305)).toEqual({ record: 'Truck 205', change: 'Unit number: 205 → 305' })
  const now = fold.row(unitRows, was)
  const color = { was: now, to: { color: 'Red' } }
  expect(changeTruckDetails.describe(color).record).toBe('Truck 305')
})

test('a new truck that gets the old number while the renumbering waits is another truck', () => {
  const values = { ...noUnit('2026-11-21'), ...valuesOf(was), unit_number: '205', licence_plate: 'NEW' }
  const unit = newUnitOf('truck', values, NAME)
  const newTruck = { unit, driver: null, photo: null, shown: null, on: '2026-11-21' }
  const both = waiting([changeTruckDetails, to305], [createTruck, newTruck])
  const rows = both.rows(unitRows, [was])
  expect(rows.map((row: Unit) => [unitKind.keyOf(row), unitNumberOf(row)])).toEqual([
    ['205', '305'],
    [NAME, '205'],
  ])
})

test('a trailer’s number is changed and undone like a truck’s', () => {
  const trailer = aTrailer({ id: 'TL-1001' })
  const input = { was: trailer, to: { unit_number: 'R 9' } }
  expect(changeTrailerDetails.request(input)).toEqual({ params: { id: 'TL-1001' }, body: { unit_number: 'R 9' } })
  const row = waiting([changeTrailerDetails, input]).row(unitRows, trailer)
  expect(unitNumberWords(row)).toBe('R 9, formerly TL-1001')
  const [back] = changeTrailerDetails.inverse?.(input) ?? []
  expect(back?.input).toMatchObject({ to: { unit_number: 'TL-1001' } })
})

test('units stored before the app had unit numbers are named by their ids', () => {
  expect(unitNumberOf({ id: '205' })).toBe('205')
  const row: Pick<DriverName & ScheduleDriver, 'truck' | 'trailer'> = { truck: '205', trailer: null }
  expect([unitNumberOfDriver(row, 'truck'), unitNumberOfDriver(row, 'trailer')]).toEqual(['205', null])
})
