import { describe, expect, it } from 'vitest'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { unitNameOf } from '#contract/units/unit-assignment.ts'
import { type UnitName, unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import type { ChangeUnitDriver } from '#src/areas/units/changes/placing.ts'
import {
  changeTrailerStatus,
  changeTruckStatus,
  giveTrailerDriver,
  giveTruckDriver,
} from '#src/areas/units/changes/unit-place-commands.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aTrailer, aTruck, drivenBy } from '#tests/support/builders/a-unit-row.ts'

const units = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const names = kind<UnitName>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const drivers = kind<Driver>(driverKind.name, driverKind.keyOf)
const TODAY = '2026-11-22'
const maria = drivenBy(7, 'Maria', 'Lopez')
const bob = { ...drivenBy(8, 'Bob', 'Hall').holder }

const hers = aTruck({
  id: '1042',
  ...maria,
  dispatcher: { id: 2, user: { id: 9, first_name: 'Ann', last_name: 'Ray', photo: null } },
})
const his = aTruck({ id: '1050', ...drivenBy(8, 'Bob', 'Hall') })
const had = { id: '1050', client_id: null, row: his }
const people = [aDriver({ id: 7, truck: '1042', trailer: 'TL-1001' }), aDriver({ id: 8, truck: '1050' })]

const waiting = <Input>(
  command: { readonly effects: (input: Input) => Parameters<typeof foldOf>[0][0]['effects'] },
  input: Input,
) => foldOf([{ effects: command.effects(input), settled: null }])
const summaryOf = ({ id, status, driver, driver_full_name, dispatcher }: Unit) => [
  id,
  status,
  driver,
  driver_full_name,
  dispatcher?.id ?? null,
]

describe('sending a truck to the shop', () => {
  const input = { was: hers, to: 'on_service', on: TODAY, until: '2026-11-28' } as const

  it('sends the status with its dates and without a driver', () => {
    expect(changeTruckStatus.request(input)).toEqual({
      params: { id: '1042' },
      body: { status: 'on_service', status_date_from: TODAY, status_date_to: '2026-11-28', driver: null },
    })
    expect(changeTruckStatus.describe(input)).toEqual({
      record: 'Truck 1042',
      change: 'Status: Assigned → On Service, 11/22/26 – 11/28/26; Maria Lopez will have no truck',
    })
  })

  it('shows immediately in its list, in pickers and on its former driver’s card', () => {
    const fold = waiting(changeTruckStatus, input)
    expect(fold.rows(units, [hers, his]).map(summaryOf)).toEqual([
      ['1042', 'on_service', null, null, null],
      ['1050', 'assigned', 8, 'Bob Hall', null],
    ])
    expect(fold.rows(names, [unitNameOf(hers)])[0]).toMatchObject({ status: 'on_service', driver: null })
    expect(fold.rows(drivers, people).map(({ truck, trailer }) => [truck, trailer])).toEqual([
      [null, 'TL-1001'],
      ['1050', null],
    ])
  })

  it('leaves a driver unchanged who has another truck by now', () => {
    const [row] = waiting(changeTruckStatus, input).rows(drivers, [aDriver({ id: 7, truck: '1099' })])
    expect(row?.truck).toBe('1099')
  })

  it('touches the truck and its driver', () => {
    expect(changeTruckStatus.touches(input)).toEqual(['unit/1042', 'driver/7'])
    expect(changeTruckStatus.touches({ ...input, was: aTruck() })).toEqual(['unit/1042'])
  })

  it('is undone by giving the truck to its driver again, from the former start date', () => {
    const back = changeTruckStatus.inverse?.(input) ?? []
    expect(back.map(({ command, input: to }) => [command.name, command.request(to as never)])).toEqual([
      [
        'trucks.giveDriver',
        {
          params: { id: '1042' },
          body: {
            driver: 7,
            status: 'assigned',
            status_date_from: '2026-10-01',
            status_date_to: null,
            driver_had: null,
          },
        },
      ],
    ])
  })
})

describe('giving a truck a driver', () => {
  const input: ChangeUnitDriver = { was: hers, to: bob, had, on: TODAY }

  it('sends the driver’s former truck, so that the server notices another one', () => {
    expect(giveTruckDriver.request(input).body).toEqual({
      driver: 8,
      status: 'assigned',
      status_date_from: TODAY,
      status_date_to: null,
      driver_had: '1050',
    })
    expect(giveTruckDriver.describe(input).change).toBe('Driver: Maria Lopez → Bob Hall, instead of 1050')
  })

  it('shows who has the truck, who has none, and which truck is free', () => {
    const fold = waiting(giveTruckDriver, input)
    expect(fold.rows(units, [hers, his]).map(summaryOf)).toEqual([
      ['1042', 'assigned', 8, 'Bob Hall', null],
      ['1050', 'unassigned', null, null, null],
    ])
    expect(fold.rows(drivers, people).map(({ truck }) => truck)).toEqual([null, '1042'])
  })

  it('leaves the former truck to another driver who has it by now', () => {
    const taken = { ...his, ...drivenBy(9, 'Cy', 'Young') }
    expect(waiting(giveTruckDriver, input).rows(units, [hers, taken]).map(summaryOf)[1]).toEqual([
      '1050',
      'assigned',
      9,
      'Cy Young',
      null,
    ])
  })

  it('is undone for both drivers', () => {
    const back = giveTruckDriver.inverse?.(input) ?? []
    const bodies = back.map(({ command, input: to }) => command.request(to as never))
    expect(bodies).toMatchObject([
      { params: { id: '1042' }, body: { driver: 7, driver_had: null } },
      { params: { id: '1050' }, body: { driver: 8, driver_had: null } },
    ])
  })

  it('offers to go ahead if the driver has another truck by now', () => {
    const refusal = { status: 400, body: { driver: ['Bob Hall now has truck 1077.'], has_now: { driver: '1077' } } }
    const [remedy] = giveTruckDriver.remedies?.(input, refusal) ?? []
    expect(remedy?.title).toBe('Change it all the same')
    expect(remedy && giveTruckDriver.request(remedy.input).body).toMatchObject({ driver_had: '1077' })
    expect(giveTruckDriver.remedies?.(input, { status: 400, body: { driver: ['There is no such driver.'] } })).toEqual(
      [],
    )
  })

  it('without a driver makes the truck unassigned', () => {
    const none: ChangeUnitDriver = { was: hers, to: null, had: null, on: TODAY }
    expect(giveTruckDriver.request(none).body).toEqual({
      driver: null,
      status: 'unassigned',
      status_date_from: TODAY,
      status_date_to: null,
    })
    expect(waiting(giveTruckDriver, none).rows(units, [hers]).map(summaryOf)).toEqual([
      ['1042', 'unassigned', null, null, null],
    ])
  })

  it('can be edited to another driver in the Outbox, with the truck of that driver', () => {
    const [field] = giveTruckDriver.fields?.(input) ?? []
    const other = field?.with({
      id: 9,
      first_name: 'Cy',
      last_name: 'Young',
      had: { id: '1060', client_id: null, row: null },
    })
    expect(other && giveTruckDriver.request(other).body).toMatchObject({ driver: 9, driver_had: '1060' })
    expect(field?.with(null)).toMatchObject({ to: null, had: null })
    expect(field?.words(bob)).toBe('Bob Hall')
  })
})

describe('a trailer', () => {
  it('uses the calls for trailers and changes the driver’s trailer', () => {
    const was = aTrailer({ ...maria })
    const input = { was, to: 'for_sale', on: TODAY, until: null } as const
    expect(changeTrailerStatus.endpoint.path).toBe('/api/trailers/:id/')
    expect(giveTrailerDriver.endpoint.path).toBe('/api/trailers/:id/')
    expect(waiting(changeTrailerStatus, input).rows(drivers, people)[0]).toMatchObject({ truck: '1042', trailer: null })
  })
})

describe('a unit that was created on this device', () => {
  const createdHere = aTruck({ id: '9001', client_id: '0199a0e0-0000-7000-8000-000000000001', version: 0 })

  it('is named by its client id until the server has it', () => {
    expect(giveTruckDriver.request({ was: createdHere, to: bob, had: null, on: TODAY }).params).toEqual({
      id: createdHere.client_id,
    })
  })

  it('is found by changes that contain its id and by changes that contain its client id', () => {
    const byName = giveTruckDriver.effects({ was: createdHere, to: bob, had: null, on: TODAY })
    const byId = changeTruckStatus.effects({
      was: { ...createdHere, client_id: null },
      to: 'for_sale',
      on: TODAY,
      until: null,
    })
    const row = { ...createdHere, version: 1 }
    const folded = foldOf([
      { effects: byName, settled: null },
      { effects: byId, settled: null },
    ]).rows(units, [row])
    expect(folded.map(summaryOf)).toEqual([['9001', 'for_sale', null, null, null]])
  })
})
