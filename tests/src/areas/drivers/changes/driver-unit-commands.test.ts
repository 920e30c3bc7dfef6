import { describe, expect, it } from 'vitest'
import { compareDrivers, type Driver, driverFits, driverKind } from '#contract/people/drivers.ts'
import { type UnitName, unitKind } from '#contract/units/unit-names.ts'
import { kind } from '#contract/wire/record.ts'
import { assignmentOf } from '#src/areas/drivers/changes/assign-unit.ts'
import { assignUnit } from '#src/areas/drivers/changes/driver-unit-commands.ts'
import { unitOf } from '#src/areas/drivers/changes/unit-by-id.ts'
import { unitChoices } from '#src/areas/drivers/unit-choices.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'

const rows = kind<Driver>(driverKind.name, driverKind.keyOf)
const units = kind<UnitName>(unitKind.name, unitKind.keyOf)
const DAY = '2026-11-22'

const named = (id: number, first_name: string, last_name: string, truck: string | null) => {
  const driver = aDriver({ id, truck, version: 3 })
  return { ...driver, user: { ...driver.user, first_name, last_name } }
}
const maria = named(7, 'Maria', 'Lopez', '1042')
const bob = named(8, 'Bob', 'Hall', '1050')
const self = ({ id, user: { first_name, last_name } }: Driver) => ({ id, first_name, last_name })

const truck = (id: string, driver: Driver | null, over: Partial<UnitName> = {}): UnitName => ({
  id,
  kind: 'truck',
  transport_model: 'Freightliner Cascadia',
  year: 2021,
  status: driver === null ? 'unassigned' : 'assigned',
  status_date_from: '2026-01-01',
  status_date_to: null,
  driver: driver && self(driver),
  version: 1,
  client_id: null,
  inspection_passed_date: null,
  registration_expire: null,
  next_service_date: null,
  open_major_defects: 0,
  ...over,
})
const known = [truck('1042', maria), truck('1050', bob), truck('1060', null)] as const
const assignmentTo = (to: UnitName | null, driver = maria) => assignmentOf({ driver, kind: 'truck', to, known }, DAY)
const waiting = (...inputs: readonly Parameters<typeof assignUnit.effects>[0][]) =>
  foldOf(inputs.map((input) => ({ effects: assignUnit.effects(input), settled: null })))
const holdersOf = (list: readonly UnitName[]) => list.map(({ id, status, driver }) => [id, status, driver?.id ?? null])

describe('assigning a truck to a driver', () => {
  const free = assignmentTo(known[2])
  const taken = assignmentTo(known[1])

  it('sends one change, with the date and the driver from whom the truck is taken', () => {
    expect(assignUnit.request(free)).toEqual({ params: { id: 7 }, body: { truck_id: '1060', units_date_from: DAY } })
    expect(assignUnit.request(taken).body).toEqual({ truck_id: '1050', taken_from: [8], units_date_from: DAY })
    expect(assignUnit.request(assignmentTo(null)).body).toEqual({ truck_id: null, units_date_from: DAY })
  })

  it('shows on the driver and on both trucks while it waits', () => {
    const fold = waiting(free)
    expect(fold.row(rows, maria).truck).toBe('1060')
    expect(holdersOf(fold.rows(units, known))).toEqual([
      ['1042', 'unassigned', null],
      ['1050', 'assigned', 8],
      ['1060', 'assigned', 7],
    ])
    expect(fold.row(units, known[2])).toMatchObject({ status_date_from: DAY, status_date_to: null })
  })

  it('leaves the driver from whom the truck is taken without a truck in every list', () => {
    const fold = waiting(taken)
    expect(fold.rows(rows, [maria, bob]).map((row) => row.truck)).toEqual(['1050', null])
    const inSchedule = { id: 8, current_status: 'on_the_road' as const, truck: '1050', trailer: 'TL-1' }
    expect(fold.row(driverKind, inSchedule)).toEqual({ ...inSchedule, truck: null })
    expect(holdersOf(fold.rows(units, known))).toEqual([
      ['1042', 'unassigned', null],
      ['1050', 'assigned', 7],
      ['1060', 'unassigned', null],
    ])
  })

  it('takes nothing from a driver who has another truck by now', () => {
    expect(waiting(taken).row(rows, { ...bob, truck: '1099' }).truck).toBe('1099')
  })

  it('does not free a truck that another driver has by now', () => {
    expect(waiting(free).row(units, truck('1042', bob)).driver?.id).toBe(8)
  })

  it('lets a search find the driver by the new truck’s number, even if the driver was not loaded', () => {
    const rules = { fits: driverFits('', '1060'), compare: compareDrivers('first_name,last_name') }
    expect(
      waiting(free)
        .rows(rows, [], rules)
        .map((row) => row.id),
    ).toEqual([7])
  })

  it('touches each driver and truck that it concerns', () => {
    expect(assignUnit.touches(taken)).toEqual(['driver/7', 'unit/1050', 'unit/1042', 'driver/8'])
    expect(assignUnit.touches(assignmentTo(null))).toEqual(['driver/7', 'unit/1042'])
  })

  it('is described in words', () => {
    expect(assignUnit.describe(taken)).toEqual({
      record: 'Maria Lopez',
      change: 'Truck: 1042 → 1050, taken from Bob Hall',
    })
    expect(assignUnit.describe(assignmentTo(null)).change).toBe('Truck: 1042 → None')
  })
})

describe('undoing an assignment', () => {
  const inverseOf = (input: Parameters<typeof assignUnit.effects>[0]) => assignUnit.inverse?.(input) ?? []
  const inputs = (input: Parameters<typeof assignUnit.effects>[0]) =>
    inverseOf(input).map((draft) => assignUnit.input.parse(draft.input) as never)

  it('gives each driver the former truck again', () => {
    const taken = assignmentTo(known[1])
    const back = inputs(taken)
    expect(back.map((input) => assignUnit.request(input))).toEqual([
      { params: { id: 7 }, body: { truck_id: '1042', units_date_from: DAY } },
      // The user saw no version of Bob. The request states what the user knows instead: Bob has no truck.
      { params: { id: 8 }, body: { truck_id: '1050', truck_was: null, units_date_from: DAY } },
    ])
    const fold = waiting(taken, ...back)
    expect(fold.rows(rows, [maria, bob]).map((row) => row.truck)).toEqual(['1042', '1050'])
    expect(holdersOf(fold.rows(units, known))).toEqual(holdersOf(known))
  })

  it('is one change when the driver had no truck: the other driver gets the truck back', () => {
    const none = { ...maria, truck: null }
    const taken = assignmentTo(known[1], none)
    const back = inputs(taken)
    expect(back.map((input) => assignUnit.request(input))).toEqual([
      { params: { id: 8 }, body: { truck_id: '1050', truck_was: null, taken_from: [7], units_date_from: DAY } },
    ])
    const fold = waiting(taken, ...back)
    expect(fold.rows(rows, [none, bob]).map((row) => row.truck)).toEqual([null, '1050'])
    expect(holdersOf(fold.rows(units, known)).at(1)).toEqual(['1050', 'assigned', 8])
    // Undoing the undo is one change too.
    expect(inputs(back[0]!).map((input) => assignUnit.request(input))).toEqual([
      { params: { id: 7 }, body: { truck_id: '1050', truck_was: null, taken_from: [8], units_date_from: DAY } },
    ])
  })

  it('undone once more states which truck the other driver has again', () => {
    const [, others] = inputs(assignmentTo(known[1]))
    expect(inputs(others!).map((input) => assignUnit.request(input).body)).toEqual([
      { truck_id: null, truck_was: '1050', units_date_from: DAY },
    ])
  })

  it('leaves a driver who had no truck without one', () => {
    const none = { ...maria, truck: null }
    expect(inputs(assignmentTo(known[2], none)).map((input) => assignUnit.request(input).body)).toEqual([
      { truck_id: null, units_date_from: DAY },
    ])
  })

  it('restores the former truck by its number when the device stores no trucks', () => {
    const input = assignmentOf({ driver: maria, kind: 'truck', to: null, known: [] }, DAY)
    expect(inputs(input).map((back) => assignUnit.request(back).body)).toEqual([
      { truck_id: '1042', units_date_from: DAY },
    ])
  })
})

describe('an assignment refused because another driver has the truck', () => {
  const free = assignmentTo(known[2])
  const body = { truck_id: ['Truck 1060 is assigned to Bob Hall now.'], held_by: self(bob) }

  it('offers to take the truck from the driver that the server names', () => {
    const [remedy, ...more] = assignUnit.remedies?.(free, { status: 400, body }) ?? []
    expect(more).toEqual([])
    expect(remedy?.title).toBe('Take it from Bob Hall')
    expect(assignUnit.request(remedy!.input).body).toEqual({ truck_id: '1060', taken_from: [8], units_date_from: DAY })
  })

  it('offers no remedy when the server names no driver, or for status 412', () => {
    expect(assignUnit.remedies?.(free, { status: 400, body: { truck_id: ['Truck 1060 is for sale.'] } })).toEqual([])
    expect(assignUnit.remedies?.(free, { status: 412, body })).toEqual([])
  })

  it('offers to replace the driver’s current truck anyway when the user had not seen a version of that driver', () => {
    const [, others] = assignUnit.inverse?.(assignmentTo(known[1])) ?? []
    const input = assignUnit.input.parse(others?.input)
    const body = { truck_id: ['Bob Hall now has truck 1060.'], has_now: { truck_id: '1060' } }
    const [remedy, ...more] = assignUnit.remedies?.(input, { status: 400, body }) ?? []
    expect([remedy?.title, more]).toEqual(['Change it all the same', []])
    expect(assignUnit.request(remedy!.input).body).toMatchObject({ truck_id: '1050', truck_was: '1060' })
  })

  it('can be edited to another truck, which is taken from its driver, or to none', () => {
    const [field] = assignUnit.fields?.(free) ?? []
    expect([field?.names, field?.words(field.was), field?.words(field.yours), field?.words('1099')]).toEqual([
      ['truck_id'],
      '1042',
      '1060',
      '1099',
    ])
    expect(assignUnit.request(field!.with(known[1])).body).toMatchObject({ truck_id: '1050', taken_from: [8] })
    expect(assignUnit.request(field!.with(null)).body).toEqual({ truck_id: null, units_date_from: DAY })
    expect(field?.without()).toBeNull()
  })

  it('still takes the truck from its driver when the user picks the same truck again', () => {
    const taken = assignmentTo(known[1])
    const [field] = assignUnit.fields?.(taken) ?? []
    // The choices show the truck with the optimistic effects of the change.
    expect(field?.with(truck('1050', maria))).toEqual(taken)
  })

  it('is rebased on the driver’s current truck after a conflict', () => {
    const now = { ...maria, truck: '1099', version: 9 }
    expect(assignUnit.rebase?.(free, now)).toMatchObject({ seen: now, former: { id: '1099' }, to: { id: '1060' } })
    expect(assignUnit.rebase?.(free, { odd: true })).toEqual(free)
  })
})

it('the truck choices are none, the driver’s own, free trucks and other drivers’ trucks; the rest are disabled and show why', () => {
  const cal = { id: 9, first_name: 'Cal', last_name: 'Reed', is_firing: true }
  const shop = truck('1070', null, { status: 'on_service' })
  const all = [
    ...known,
    shop,
    truck('1080', null, { status: 'for_sale' }),
    { ...truck('1090', null, { status: 'assigned' }), driver: cal },
  ]
  const choices = unitChoices(all, 'truck', 8, DAY)
  expect(choices.filter(({ isDisabled }) => isDisabled).map(({ value }) => value)).toEqual(['1090', '1070', '1080'])
  expect(choices.map(({ group, title }) => [group, title])).toEqual([
    [undefined, 'No truck'],
    ['Now', '1050 · Freightliner Cascadia 2021 · Bob Hall'],
    ['Unassigned', '1060 · Freightliner Cascadia 2021'],
    ['Of other drivers', '1042 · Freightliner Cascadia 2021 · Maria Lopez'],
    ['Of drivers in Firing: theirs can’t be changed', '1090 · Freightliner Cascadia 2021 · Cal Reed'],
    ['On Service: can’t be assigned', '1070 · Freightliner Cascadia 2021'],
    ['For Sale: can’t be assigned', '1080 · Freightliner Cascadia 2021'],
  ])
})

describe('trailers that all have the same title until they are numbered', () => {
  const [HERS, FREE, HIS] = [1, 2, 3].map((last) => `01a3185c-5000-7000-8000-0000000000c${last}`)
  const waits = (client_id: string | undefined, driver: Driver | null, transport_model: string) =>
    truck('New trailer', driver, { kind: 'trailer', client_id: client_id ?? null, transport_model, version: 0 })
  const hers = { ...maria, trailer: 'New trailer' }
  const trailers = [
    waits(HIS, bob, 'Wabash DuraPlate'),
    waits(FREE, null, 'Utility 3000R'),
    waits(HERS, hers, 'Great Dane'),
  ]
  const assigned = (to: UnitName | null) => assignmentOf({ driver: hers, kind: 'trailer', to, known: trailers }, DAY)

  it('the driver returns his own trailer, not another driver’s', () => {
    expect(assigned(null).former?.client_id).toBe(HERS)
    expect(assignUnit.touches(assigned(null))).toEqual(['driver/7', `unit/${HERS}`])
    const [back] = assignUnit.inverse?.(assigned(null)) ?? []
    expect(assignUnit.request(assignUnit.input.parse(back?.input)).body).toMatchObject({ trailer_id: HERS })
  })

  it('each trailer is a choice of its own, with its model in the title', () => {
    const choices = unitChoices(trailers, 'trailer', 7, DAY)
    expect(choices.map(({ value, title }) => [value, title])).toEqual([
      ['', 'No trailer'],
      [HERS, 'New trailer · Great Dane 2021 · Maria Lopez'],
      [FREE, 'New trailer · Utility 3000R 2021'],
      [HIS, 'New trailer · Wabash DuraPlate 2021 · Bob Hall'],
    ])
    expect(unitOf(hers, 'trailer', trailers)?.client_id).toBe(HERS)
    expect(unitOf({ ...hers, trailer: null }, 'trailer', trailers)).toBeNull()
  })

  it('one trailer is exchanged for another, on screen and in the Outbox', () => {
    const other = assigned(trailers[1] ?? null)
    expect(
      waiting(other)
        .rows(units, trailers)
        .map(({ driver }) => driver?.id ?? null),
    ).toEqual([8, 7, null])
    expect(assignUnit.describe(other).change).toBe(
      'Trailer: New trailer, Great Dane 2021 → New trailer, Utility 3000R 2021',
    )
    const [field] = assignUnit.fields?.(other) ?? []
    expect(assignUnit.request(field!.with(trailers[0])).body).toMatchObject({ trailer_id: HIS, taken_from: [8] })
  })
})
