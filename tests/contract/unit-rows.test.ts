import { describe, expect, test } from 'vitest'
import { withAssignment } from '#contract/units/unit-assignment.ts'
import { UNIT_ORDERINGS } from '#contract/units/unit-choices.ts'
import { compareUnits, unitKind, unitName, unitRefOf } from '#contract/units/unit-names.ts'
import { compareUnitRows, unitFits } from '#contract/units/unit-search.ts'
import { type Truck, truck } from '#contract/units/units.ts'

const CLIENT_ID = '0199a0e0-0000-7000-8000-000000000001'
const ANN = { id: 3, user: { id: 13, first_name: 'Ann', last_name: 'Example', photo: null } }
const TERRENCE = { id: 7, first_name: 'Terrence', last_name: 'Boone', is_firing: false, papers_until: null }

function aRow(
  id: string,
  over: Partial<Omit<Truck, 'extra_info'>> = {},
  written: Partial<Truck['extra_info']> = {},
): Truck {
  return truck.parse({
    id,
    client_id: null,
    kind: 'truck',
    status: 'unassigned',
    status_date_from: null,
    status_date_to: null,
    driver: null,
    driver_full_name: null,
    holder: null,
    dispatcher: null,
    transport_model: 'Volvo VNL 860',
    year: 2022,
    color: 'White',
    type: 'sleeper',
    photo: null,
    miles_driven: 1000,
    inspection_passed_date: null,
    next_service_date: null,
    gomotive_id: null,
    vin: null,
    open_major_defects: 0,
    last_location: null,
    version: 1,
    ...over,
    extra_info: {
      transponder_id: null,
      licence_plate: null,
      unit_number: null,
      pilot_flying_j_truck: null,
      fleet_manager_name: 'Karen Walsh',
      fleet_manager_phone: '',
      fleet_manager_email: '',
      tolls_expenses: 0,
      fuel_expenses: 0,
      ...written,
    },
  })
}

describe('the order of units', () => {
  const rows = [
    aRow('10', { year: null, miles_driven: 5, type: null }),
    aRow('9', { year: 2020, miles_driven: 5, type: 'day_cab' }),
    aRow('A_1', { year: 2024, miles_driven: 0.5, type: 'sleeper' }),
    aRow('a-1', { year: 2020, miles_driven: 12.345, type: 'sleeper' }),
  ]
  const ids = (ordering: (typeof UNIT_ORDERINGS)[number]) =>
    rows.toSorted(compareUnitRows(ordering)).map(({ id }) => id)

  test('is by code units, with unknown values first and ties sorted by id', () => {
    expect(ids('id')).toEqual(['10', '9', 'A_1', 'a-1'])
    expect(ids('year')).toEqual(['10', '9', 'a-1', 'A_1'])
    expect(ids('miles_driven')).toEqual(['A_1', '10', '9', 'a-1'])
    expect(ids('type')).toEqual(['10', '9', 'A_1', 'a-1'])
  })

  test('is exactly reversed in descending order, including ties', () => {
    for (const ordering of ['id', 'year', 'miles_driven', 'type'] as const) {
      expect(ids(`-${ordering}`)).toEqual(ids(ordering).toReversed())
    }
    expect(UNIT_ORDERINGS).toHaveLength(8)
    expect([compareUnits({ id: 'a' }, { id: 'a' }), compareUnits({ id: 'B' }, { id: 'a' })]).toEqual([0, -1])
  })
})

describe('a search', () => {
  const row = aRow(
    '1042',
    { status: 'on_service', vin: '1FUJGLDR8PL101234', holder: TERRENCE, dispatcher: ANN },
    { licence_plate: 'P 482', transponder_id: '00700', unit_number: '1042-B' },
  )
  const finds = (search: string, filter: Parameters<typeof unitFits>[0] = '') => unitFits(filter, search)(row)

  test('covers the unit’s facts, its labels, its driver, its dispatcher and its fleet manager', () => {
    for (const search of ['1042', 'volvo 860', '2022', 'WHITE', 'sleeper', '1fuj', 'p 482', '00700', '42-b']) {
      expect(finds(search), search).toBe(true)
    }
    for (const search of ['boone terr', 'ann example', 'karen', '']) expect(finds(search), search).toBe(true)
    for (const search of ['1043', 'volvo xyz', 'p483', 'null']) expect(finds(search), search).toBe(false)
  })

  test('and a filter must both match', () => {
    expect([finds('', 'on_service'), finds('volvo', 'on_service'), finds('volvo', 'for_sale')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('a row with another assignment', () => {
  const assignment = {
    status: 'assigned',
    status_date_from: '2026-11-21',
    status_date_to: null,
    holder: TERRENCE,
  } as const

  test('in a list shows the driver in all its fields, and no dispatcher until one is known', () => {
    expect(withAssignment(aRow('1042', { dispatcher: ANN }), assignment)).toMatchObject({
      status: 'assigned',
      status_date_from: '2026-11-21',
      driver: 7,
      driver_full_name: 'Terrence Boone',
      holder: TERRENCE,
      dispatcher: null,
    })
    const free = { ...assignment, status: 'unassigned', holder: null } as const
    const driven = aRow('1042', { driver: 7, driver_full_name: 'Terrence Boone', holder: TERRENCE, dispatcher: ANN })
    expect(withAssignment(driven, free)).toMatchObject({
      driver: null,
      driver_full_name: null,
      holder: null,
      dispatcher: null,
    })
  })

  test('in a list keeps its dispatcher if the driver stays', () => {
    const driven = aRow('1042', { driver: 7, holder: TERRENCE, dispatcher: ANN })
    expect(withAssignment(driven, assignment)).toMatchObject({ driver: 7, dispatcher: ANN })
  })

  test('in a picker’s list has the driver in the picker’s field', () => {
    const name = unitName.parse({
      id: '1042',
      kind: 'truck',
      transport_model: '',
      year: null,
      status: 'unassigned',
      status_date_from: null,
      status_date_to: null,
      driver: null,
      version: 1,
    })
    expect(withAssignment(name, assignment)).toEqual({
      ...name,
      ...{ status: 'assigned', status_date_from: '2026-11-21' },
      driver: TERRENCE,
    })
  })
})

test('a unit created on a device is referred to by its client id, and also known by its server id', () => {
  const made = aRow('1042', { client_id: CLIENT_ID })
  expect([unitRefOf(made), unitKind.keyOf(made), unitKind.alsoOf?.(made)]).toEqual([CLIENT_ID, CLIENT_ID, '1042'])
  const other = aRow('1043')
  expect([unitRefOf(other), unitKind.keyOf(other), unitKind.alsoOf?.(other)]).toEqual(['1043', '1043', '1043'])
})
