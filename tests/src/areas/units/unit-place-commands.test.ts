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
import { foldOf } from '#src/offline/fold/fold.ts'
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
const stands = ({ id, status, driver, driver_full_name, dispatcher }: Unit) => [
  id,
  status,
  driver,
  driver_full_name,
  dispatcher?.id ?? null,
]

describe('a truck that goes to the shop', () => {
  const input = { was: hers, to: 'on_service', on: TODAY, until: '2026-11-28' } as const

  it('says so with its days, and that nobody drives it', () => {
    expect(changeTruckStatus.request(input)).toEqual({
      params: { id: '1042' },
      body: { status: 'on_service', status_date_from: TODAY, status_date_to: '2026-11-28', driver: null },
    })
    expect(changeTruckStatus.describe(input)).toEqual({
      record: 'Truck 1042',
      change: 'Status: Assigned → On Service, 11/22/26 – 11/28/26; Maria Lopez has no truck then',
    })
  })

  it('shows at once everywhere: in its list, in pickers, and on the card of who drove it', () => {
    const fold = waiting(changeTruckStatus, input)
    expect(fold.rows(units, [hers, his]).map(stands)).toEqual([
      ['1042', 'on_service', null, null, null],
      ['1050', 'assigned', 8, 'Bob Hall', null],
    ])
    expect(fold.rows(names, [unitNameOf(hers)])[0]).toMatchObject({ status: 'on_service', driver: null })
    expect(fold.rows(drivers, people).map(({ truck, trailer }) => [truck, trailer])).toEqual([
      [null, 'TL-1001'],
      ['1050', null],
    ])
  })

  it('leaves alone whoever has another truck by then', () => {
    const [row] = waiting(changeTruckStatus, input).rows(drivers, [aDriver({ id: 7, truck: '1099' })])
    expect(row?.truck).toBe('1099')
  })

  it('goes in order with the changes of its driver', () => {
    expect(changeTruckStatus.touches(input)).toEqual(['unit/1042', 'driver/7'])
    expect(changeTruckStatus.touches({ ...input, was: aTruck() })).toEqual(['unit/1042'])
  })

  it('is taken back by giving it to its driver again, from the day of before', () => {
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

describe('a truck that is given a driver', () => {
  const input: ChangeUnitDriver = { was: hers, to: bob, had, on: TODAY }

  it('names what he has, so that another one by now is noticed', () => {
    expect(giveTruckDriver.request(input).body).toEqual({
      driver: 8,
      status: 'assigned',
      status_date_from: TODAY,
      status_date_to: null,
      driver_had: '1050',
    })
    expect(giveTruckDriver.describe(input).change).toBe('Driver: Maria Lopez → Bob Hall, instead of 1050')
  })

  it('shows who has it, who has none, and what is free', () => {
    const fold = waiting(giveTruckDriver, input)
    expect(fold.rows(units, [hers, his]).map(stands)).toEqual([
      ['1042', 'assigned', 8, 'Bob Hall', null],
      ['1050', 'unassigned', null, null, null],
    ])
    expect(fold.rows(drivers, people).map(({ truck }) => truck)).toEqual([null, '1042'])
  })

  it('keeps what somebody else has been given by then', () => {
    const taken = { ...his, ...drivenBy(9, 'Cy', 'Young') }
    expect(waiting(giveTruckDriver, input).rows(units, [hers, taken]).map(stands)[1]).toEqual([
      '1050',
      'assigned',
      9,
      'Cy Young',
      null,
    ])
  })

  it('is taken back for both', () => {
    const back = giveTruckDriver.inverse?.(input) ?? []
    const bodies = back.map(({ command, input: to }) => command.request(to as never))
    expect(bodies).toMatchObject([
      { params: { id: '1042' }, body: { driver: 7, driver_had: null } },
      { params: { id: '1050' }, body: { driver: 8, driver_had: null } },
    ])
  })

  it('offers to go on all the same when he has another one by now', () => {
    const refusal = { status: 400, body: { driver: ['Bob Hall has truck 1077 by now.'], has_now: { driver: '1077' } } }
    const [remedy] = giveTruckDriver.remedies?.(input, refusal) ?? []
    expect(remedy?.title).toBe('Change it all the same')
    expect(remedy && giveTruckDriver.request(remedy.input).body).toMatchObject({ driver_had: '1077' })
    expect(giveTruckDriver.remedies?.(input, { status: 400, body: { driver: ['There is no such driver.'] } })).toEqual(
      [],
    )
  })

  it('says with nobody that it is unassigned', () => {
    const none: ChangeUnitDriver = { was: hers, to: null, had: null, on: TODAY }
    expect(giveTruckDriver.request(none).body).toEqual({
      driver: null,
      status: 'unassigned',
      status_date_from: TODAY,
      status_date_to: null,
    })
    expect(waiting(giveTruckDriver, none).rows(units, [hers]).map(stands)).toEqual([
      ['1042', 'unassigned', null, null, null],
    ])
  })

  it('can be given to somebody else in the Outbox, with what that one has', () => {
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
  it('goes by its own calls and is named in its own field', () => {
    const was = aTrailer({ ...maria })
    const input = { was, to: 'for_sale', on: TODAY, until: null } as const
    expect(changeTrailerStatus.endpoint.path).toBe('/api/trailers/:id/')
    expect(giveTrailerDriver.endpoint.path).toBe('/api/trailers/:id/')
    expect(waiting(changeTrailerStatus, input).rows(drivers, people)[0]).toMatchObject({ truck: '1042', trailer: null })
  })
})

describe('a unit that was made on this device', () => {
  const made = aTruck({ id: '9001', client_id: '0199a0e0-0000-7000-8000-000000000001', version: 0 })

  it('is named as the device calls it until the server has it', () => {
    expect(giveTruckDriver.request({ was: made, to: bob, had: null, on: TODAY }).params).toEqual({ id: made.client_id })
  })

  it('is met by changes that know it by its id, and by those that know the name it was given', () => {
    const byName = giveTruckDriver.effects({ was: made, to: bob, had: null, on: TODAY })
    const byId = changeTruckStatus.effects({
      was: { ...made, client_id: null },
      to: 'for_sale',
      on: TODAY,
      until: null,
    })
    const row = { ...made, version: 1 }
    const folded = foldOf([
      { effects: byName, settled: null },
      { effects: byId, settled: null },
    ]).rows(units, [row])
    expect(folded.map(stands)).toEqual([['9001', 'for_sale', null, null, null]])
  })
})
