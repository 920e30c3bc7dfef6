import { describe, expect, test } from 'vitest'
import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import { type Driver, type DriverName, driverFits, driverKind } from '#contract/people/drivers.ts'
import { unitKind, unitNumberOf, unitNumberOfDriver, unitNumberWords } from '#contract/units/unit-names.ts'
import { type Unit, unitFits } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { withWaitingUnitNumber } from '#src/areas/maintenance/inspection-queries.ts'
import { createTruck } from '#src/areas/units/changes/new-unit-commands.ts'
import { changeTrailerDetails, changeTruckDetails } from '#src/areas/units/changes/unit-details-commands.ts'
import { giveTruckDriver } from '#src/areas/units/changes/unit-place-commands.ts'
import { editForm, newUnitOf, noUnit } from '#src/areas/units/form/unit-form.ts'
import { unitRows } from '#src/areas/units/unit-queries.ts'
import { driversRenumbered, vehiclesRenumbered } from '#src/boards/map/items/renumbered-items.ts'
import type { AnyCommand } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/fold.ts'
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

describe('a number that waits is shown', () => {
  test('on the truck, which is found by both', () => {
    const row = fold.row(unitRows, was)
    expect([unitNumberWords(row), row.id]).toEqual(['305, formerly 205', '205'])
    for (const word of ['205', '305']) expect(unitFits('', word)(row)).toBe(true)
    expect(valuesOf(row).unit_number).toBe('305')
  })

  test('with its driver, in lists, in the week and in pickers', () => {
    const driver = aDriver({ id: 7, truck: '205' })
    const told = fold.row(driverRows, driver)
    expect([told.truck, unitNumberOfDriver(told, 'truck')]).toEqual(['205', '305'])
    expect(driverFits('', '305')(told)).toBe(true)
    // Who has another truck by now is told of that one.
    const other = aDriver({ id: 7, truck: '206' })
    expect(fold.row(driverRows, other)).toBe(other)
  })

  test('in its reports, whichever title they have', () => {
    const report = anInspection({ transport: { ...anInspection().transport, id: '205', title: '205 · Kenworth T680' } })
    expect(withWaitingUnitNumber(report, fold).transport).toMatchObject({ id: '205', title: '305 · Kenworth T680' })
    const others = anInspection({ transport: { ...report.transport, id: '2050', title: '2050 · Kenworth T680' } })
    expect(withWaitingUnitNumber(others, fold)).toBe(others)
  })

  test('on the map, with the truck and with whoever is in it', () => {
    const unit = { id: '205', number: '205', formerly: [], driver: null, trailer: null }
    const vehicles = { vehicles: [{ vehicle: { id: 1, number: '205', unit } }] } as never
    expect(vehiclesRenumbered(vehicles, fold).vehicles[0]?.vehicle.unit).toMatchObject({
      number: '305',
      formerly: ['205'],
    })
    // A number that is the truck's id is not told apart.
    for (const told of [{}, { truck_number: '205' }]) {
      const driver = { id: 7, truck: '205', trailer: null, ...told, vehicle: { id: 1, number: '205' } }
      expect(driversRenumbered({ drivers: [{ driver }] } as never, fold).drivers[0]?.driver).toMatchObject({
        truck_number: '305',
        vehicle: { number: '305' },
      })
    }
  })

  test('of the truck that another driver is given after that', () => {
    const now = fold.row(unitRows, was)
    const to = { id: 8, first_name: 'Ron', last_name: 'Hill' }
    const both = waiting([changeTruckDetails, to305], [giveTruckDriver, { was: now, to, had: null, on: '2026-11-21' }])
    const ron = both.row(driverRows, aDriver({ id: 8, truck: null }))
    expect([ron.truck, unitNumberOfDriver(ron, 'truck')]).toEqual(['205', '305'])
    expect(both.row(driverRows, aDriver({ id: 7, truck: '205' })).truck).toBeNull()
  })
})

test('the words of the change and of what is done next say the number', () => {
  expect(changeTruckDetails.describe(to305)).toEqual({ record: 'Truck 205', change: 'Unit number: 205 → 305' })
  const now = fold.row(unitRows, was)
  const color = { was: now, to: { color: 'Red' } }
  expect(changeTruckDetails.describe(color).record).toBe('Truck 305')
})

test('a new 205 that waits behind it is another truck', () => {
  const values = { ...noUnit('2026-11-21'), ...valuesOf(was), unit_number: '205', licence_plate: 'NEW' }
  const unit = newUnitOf('truck', values, NAME)
  const made = { unit, driver: null, photo: null, shown: null, on: '2026-11-21' }
  const both = waiting([changeTruckDetails, to305], [createTruck, made])
  const rows = both.rows(unitRows, [was])
  expect(rows.map((row: Unit) => [unitKind.keyOf(row), unitNumberOf(row)])).toEqual([
    ['205', '305'],
    [NAME, '205'],
  ])
})

test('a trailer’s number is changed as a truck’s is, and taken back', () => {
  const trailer = aTrailer({ id: 'TL-1001' })
  const input = { was: trailer, to: { unit_number: 'R 9' } }
  expect(changeTrailerDetails.request(input)).toEqual({ params: { id: 'TL-1001' }, body: { unit_number: 'R 9' } })
  const row = waiting([changeTrailerDetails, input]).row(unitRows, trailer)
  expect(unitNumberWords(row)).toBe('R 9, formerly TL-1001')
  const [back] = changeTrailerDetails.inverse?.(input) ?? []
  expect(back?.input).toMatchObject({ to: { unit_number: 'TL-1001' } })
})

test('what a device kept before numbers were told is called by its ids', () => {
  expect(unitNumberOf({ id: '205' })).toBe('205')
  const row: Pick<DriverName & ScheduleDriver, 'truck' | 'trailer'> = { truck: '205', trailer: null }
  expect([unitNumberOfDriver(row, 'truck'), unitNumberOfDriver(row, 'trailer')]).toEqual(['205', null])
})
