import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  identifierKey,
  newTrailer,
  newTruck,
  trailerChange,
  truckChange,
  UNIT_RULES,
} from '#contract/units/unit-changes.ts'
import { unitId, unitRef } from '#contract/units/unit-names.ts'
import { parseInput } from '#server/base/parse-input.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'

const REQUIRED = 'This field is required.'
const EMPTY = 'Please fill out this field'
const DATE = 'Enter a date as yyyy-MM-dd.'
const LETTERS = 'Enter letters and digits.'

/** The server's refusal of a new unit with these fields; null when the unit is accepted. */
function refusalOf(over: Record<string, unknown>, schema: typeof newTruck | typeof newTrailer = newTruck) {
  try {
    parseInput(schema, schema === newTruck ? aTruck('1042', over) : aTrailer(over))
    return null
  } catch (refusal) {
    return (refusal as { body: unknown }).body
  }
}
const truckOf = (over: Record<string, unknown>) => parseInput(newTruck, aTruck('1042', over))

describe('a new unit', () => {
  const shared = [
    'transport_model',
    'year',
    'color',
    'inspection_passed_date',
    'next_service_date',
    'gomotive_id',
    'fleet_manager_name',
    'fleet_manager_email',
    'fleet_manager_phone',
    'status_date_from',
    'status_date_to',
  ]
  const ofTrucks = ['unit_number', 'licence_plate', 'transponder_id', 'pilot_flying_j_truck']
  test.each([...shared, ...ofTrucks])('that is a truck requires %s', (field) => {
    expect(refusalOf({ [field]: undefined })).toEqual({ [field]: [REQUIRED] })
  })
  test.each([...shared, 'type'])('that is a trailer requires %s', (field) => {
    expect(refusalOf({ [field]: undefined }, newTrailer)).toEqual({ [field]: [REQUIRED] })
  })

  test.each([...shared.filter((field) => !field.startsWith('status_date')), ...ofTrucks])(
    'cannot have an empty %s',
    (field) => {
      const numberWords = {
        year: UNIT_RULES.year,
        gomotive_id: UNIT_RULES.number,
        pilot_flying_j_truck: UNIT_RULES.number,
      }
      const others = { fleet_manager_email: 'Please enter a valid email address.' }
      const dates = { inspection_passed_date: DATE, next_service_date: DATE }
      const words = { ...numberWords, ...others, ...dates }[field] ?? EMPTY
      expect(refusalOf({ [field]: '' })).toEqual({ [field]: [words] })
    },
  )

  test('reports all faulty fields together', () => {
    const wrong = refusalOf({ year: 1919, color: ' ', gomotive_id: 'x', fleet_manager_email: 'me' })
    expect(Object.keys(wrong as object).sort()).toEqual(['color', 'fleet_manager_email', 'gomotive_id', 'year'])
  })

  test('that is a truck can omit type, VIN, miles, registration, driver, dispatcher and photo', () => {
    expect(refusalOf({})).toBeNull()
    expect(
      refusalOf({
        type: '',
        vin: '',
        registration_expire: '',
        driver: null,
        driver_had: null,
        dispatcher: null,
        photo: null,
      }),
    ).toBeNull()
  })
})

describe('typed input', () => {
  test.each([
    ['year', [1919, 2101, '79', '20235', 2023.5, null, true], UNIT_RULES.year],
    ['miles_driven', [-1, 1.2345, 10_000_000, '1,5', '1.2345', '', 'far', null], UNIT_RULES.miles],
    ['gomotive_id', [0, -1, 1.5, 'x', '12x', null, '1234567890123456'], UNIT_RULES.number],
    ['pilot_flying_j_truck', [0, 'x'], UNIT_RULES.number],
    ['fleet_manager_email', ['me', 'a@b', '@b.example'], 'Please enter a valid email address.'],
    ['fleet_manager_phone', ['call me', '+', '()-'], 'Invalid Number!'],
    ['next_service_date', ['2026-02-30', 'soon'], DATE],
    ['inspection_passed_date', ['1989-12-31', '2100-01-01'], 'Enter a date between 1990 and 2099.'],
    ['registration_expire', ['2026-02-30', 'soon', '03/31/2027'], DATE],
    ['registration_expire', ['1989-12-31', '2100-01-01'], 'Enter a date between 1990 and 2099.'],
    ['licence_plate', ['-P1', '#7', 'P*1', '../x'], LETTERS],
    ['unit_number', ['-1', 'ü1', '1/2', '1#'], LETTERS],
    ['unit_number', ['mini-list', 'identifiers'], 'A unit can’t have this name.'],
    ['id', ['mini-list', 'identifiers'], 'A unit can’t have this name.'],
    ['id', ['', '-1', 'ä', 'x'.repeat(33)], 'Enter a valid unit id.'],
    ['vin', ['1FUJGLDR8PL10123'], 'A VIN has 17 characters.'],
    ['vin', ['1FUJGLDR7PL101234'], 'The check digit of this VIN is wrong: look for a misread character.'],
    ['vin', ['x'.repeat(41)], 'A VIN has 17 characters.'],
    ['color', ['x'.repeat(41)], 'At most 40 characters.'],
    ['unit_number', ['x'.repeat(33)], 'At most 32 characters.'],
    ['color', ['red\u0007'], 'Contains an invisible character (U+0007) after “red”. Delete it there.'],
  ])('in the field %s is refused: %j', (field, values, words) => {
    for (const value of values) expect([value, refusalOf({ [field]: value })]).toEqual([value, { [field]: [words] }])
  })

  test('is normalized', () => {
    const typed = {
      year: '2024',
      miles_driven: '1234.5',
      gomotive_id: '730011',
      vin: ' 1fuj-gldr 8pl101234 ',
      unit_number: ' 1042 ',
      licence_plate: ' AB 12-3 ',
      color: ' White ',
    }
    expect(truckOf(typed)).toMatchObject({
      year: 2024,
      miles_driven: 1234.5,
      gomotive_id: 730011,
      vin: '1FUJGLDR8PL101234',
      unit_number: '1042',
      licence_plate: 'AB 12-3',
      color: 'White',
    })
    for (const miles of [0, 0.001, 0.1 + 0.2, 123456.789, 9_999_999, '7', '0.125']) {
      expect(truckOf({ miles_driven: miles }).miles_driven).toBe(Number(miles))
    }
  })

  test('in a change follows the same rules, and every field is optional', () => {
    expect(parseInput(truckChange, {})).toEqual({})
    expect(parseInput(trailerChange, { driver: null, driver_had: null, photo: null })).toEqual({
      driver: null,
      driver_had: null,
      photo: null,
    })
    const change = (body: object) => () => parseInput(truckChange, body)
    for (const body of [{ color: '' }, { year: null }, { status: 'sold' }, { driver: 'Ann' }, { vin: '1' }]) {
      expect(change(body), JSON.stringify(body)).toThrow()
    }
    for (const none of ['', null]) {
      expect(parseInput(trailerChange, { registration_expire: none })).toEqual({ registration_expire: null })
    }
    // Status dates, type and VIN can be cleared.
    expect(parseInput(truckChange, { status_date_from: null, status_date_to: null, type: '', vin: '' })).toBeDefined()
  })
})

describe('a unit’s id', () => {
  test('is short text, and a unit can also be named by its client id', () => {
    for (const id of ['1', '1042', 'TL-1001', 'a b', 'A_1.x', 'x'.repeat(32)]) expect(unitId.parse(id)).toBe(id)
    expect(unitRef.safeParse('0199a0e0-0000-7000-8000-000000000001').success).toBe(true)
    expect(unitRef.safeParse('0199a0e0-0000-7000-8000').success).toBe(true)
    for (const id of ['', ' ', '1/2', '..', '1\n', 'x'.repeat(33)])
      expect(unitRef.safeParse(id).success, id).toBe(false)
  })
})

describe('two identifiers', () => {
  test('are compared without case, spaces and hyphens', () => {
    expect(identifierKey(' ab-12 3 ')).toBe('AB123')
    expect(identifierKey('AB.123')).not.toBe(identifierKey('AB123'))
    // Some databases treat these letters as equal to others. The key never does.
    expect(identifierKey('ß-é')).toBe('ßé')
  })

  test('keep their key when the key is computed again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => identifierKey(identifierKey(text)) === identifierKey(text),
      ),
    )
  })
})
