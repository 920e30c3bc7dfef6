import { describe, expect, test } from 'vitest'
import { clashOf, identifiersOfOthers } from '#src/areas/units/form/taken-identifiers.ts'
import { editForm, filledByVin, noUnit, type UnitValues, vinWords } from '#src/areas/units/form/unit-form.ts'
import { confirmationKey, detailRule, fromRule, toRule, unitDayRule } from '#src/areas/units/form/unit-rules.ts'
import { typeChoices, typeTitle } from '#src/areas/units/unit-words.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit-row.ts'

const { valuesOf } = editForm

/** Its model year code R means 2024. Its ninth character is the right check digit. */
const KENWORTH = '1XKYDP9X4RJ123456'
const REQUIRED = 'Please fill out this field'

describe('the validation of a unit’s field', () => {
  const rule = (name: Parameters<typeof detailRule>[0], value: string | number, kind: 'truck' | 'trailer' = 'truck') =>
    detailRule(name, { kind, known: null, today: '2026-11-20', confirmed: new Set() })({ value })

  test('requires everything except VIN, miles, registration and a truck’s type', () => {
    const required = ['transport_model', 'year', 'color', 'unit_number', 'licence_plate', 'transponder_id'] as const
    for (const name of required) expect([name, rule(name, ' ')]).toEqual([name, REQUIRED])
    const dated = ['pilot_flying_j_truck', 'gomotive_id', 'inspection_passed_date', 'next_service_date'] as const
    for (const name of dated) expect([name, rule(name, '')]).toEqual([name, REQUIRED])
    expect(rule('fleet_manager_name', '')).toBe(REQUIRED)
    expect(rule('fleet_manager_email', '')).toBe('Please enter a valid email address.')
    for (const name of ['vin', 'miles_driven', 'type', 'registration_expire'] as const)
      expect(rule(name, '')).toBeUndefined()
    expect(rule('type', '', 'trailer')).toBe(REQUIRED)
  })

  test('checks numbers, years, miles, phones, dates and VINs', () => {
    expect(rule('gomotive_id', '12a')).toBe('Enter a valid number')
    for (const year of [1919, 2028, '24', 'soon']) {
      expect(rule('year', year)).toBe('Enter a year from 1920 to the next one.')
    }
    expect(rule('year', 2027)).toBeUndefined()
    expect(rule('miles_driven', '12.3456')).toBe('Enter miles, with three decimals at most.')
    expect(rule('miles_driven', 12.345)).toBeUndefined()
    expect(rule('fleet_manager_phone', 'call me')).toBe('Invalid Number!')
    expect(rule('next_service_date', '1066-10-14')).toBe('Enter a date between 1990 and 2099.')
    expect(rule('registration_expire', '1066-10-14')).toBe('Enter a date between 1990 and 2099.')
    expect(rule('vin', KENWORTH.replace('4R', '9R'))).toMatch(/check digit/)
  })

  test('allows no future inspection date except tomorrow’s, for the clock of another device, but any date of the next service', () => {
    const judging = { kind: 'truck', known: null, today: '2026-11-20', confirmed: new Set<string>() } as const
    const messageFor = (name: 'inspection_passed_date' | 'next_service_date', value: string) =>
      unitDayRule(name, judging, () => 2024)({ value })
    expect(messageFor('inspection_passed_date', '2026-11-21')).toBeUndefined()
    expect(messageFor('inspection_passed_date', '2026-11-22')).toBe('This day is in the future.')
    expect(messageFor('next_service_date', '2031-11-22')).toBeUndefined()
  })

  test('does not check again what the server has', () => {
    const known = valuesOf(aTruck({ color: '', year: null }))
    const judged = (value: string) =>
      detailRule('color', { kind: 'truck', known, today: '2026-11-20', confirmed: new Set() })({ value })
    expect(judged('')).toBeUndefined()
    expect(judged(' ')).toBe(REQUIRED)
  })

  test('allows a new trailer without a number, but requires one of a trailer that has one', () => {
    const judged = (known: UnitValues | null) =>
      detailRule('unit_number', { kind: 'trailer', known, today: '2026-11-20', confirmed: new Set() })
    expect(judged(null)({ value: '' })).toBeUndefined()
    expect(judged(null)({ value: 'TL-9' })).toBeUndefined()
    expect(judged(null)({ value: '?' })).toBe('Enter letters and digits.')
    expect(judged(valuesOf(aTrailer()))({ value: '' })).toBe(REQUIRED)
    expect(judged(valuesOf(aTrailer()))({ value: 'TL-2' })).toBeUndefined()
  })

  test('requires both dates of a status, and an end that is not before the beginning', () => {
    expect(fromRule({ value: '' })).toBe(REQUIRED)
    const ends = (value: string) => toRule(() => '2026-11-22')({ value })
    expect(ends('')).toBe(REQUIRED)
    expect(ends('2026-11-21')).toBe('The end must not be before the beginning.')
    expect(ends('2026-11-22')).toBeUndefined()
  })
})

describe('a VIN', () => {
  const typed = (over: Partial<ReturnType<typeof noUnit>>) => ({ ...noUnit('2026-11-22'), ...over })

  test('fills in what was not typed, and reports it', () => {
    expect(filledByVin(typed({ vin: KENWORTH.toLowerCase() }), {}, 2026)).toEqual({
      year: 2024,
      transport_model: 'Kenworth',
    })
    expect(vinWords(KENWORTH, 2026)).toBe('2024 Kenworth, from the VIN')
    expect(filledByVin(typed({ vin: KENWORTH.slice(1) }), {}, 2026)).toEqual({})
    expect(vinWords(KENWORTH.slice(1), 2026)).toBe('')
  })

  test('replaces what a former VIN filled in, and nothing else', () => {
    const former = { year: 2023, transport_model: 'Volvo' }
    expect(filledByVin(typed({ vin: KENWORTH, ...former }), former, 2026)).toEqual({
      year: 2024,
      transport_model: 'Kenworth',
    })
    expect(filledByVin(typed({ vin: KENWORTH, year: 2022, transport_model: 'T680' }), former, 2026)).toEqual({})
  })
})

describe('an identifier of another unit', () => {
  const usedIdentifiers = {
    unit_number: ['1042', 'TL-1'],
    licence_plate: ['P1042'],
    transponder_id: [],
    pilot_flying_j_truck: [660_001],
    gomotive_id: { truck: [730_001], trailer: [910_001] },
  }
  const waitingTruck = aTruck({ id: '1099', version: 0 })

  test('is recognized in any spacing, also on trucks that wait on this device', () => {
    const taken = identifiersOfOthers(usedIdentifiers, [waitingTruck, aTrailer()], { kind: 'truck', own: null }, [])
    expect(clashOf('licence_plate', 'p 1042', taken)).toBe('Another unit has this license plate.')
    expect(clashOf('unit_number', '1042', taken)).toBe('Another unit has this number.')
    expect(clashOf('transponder_id', 't1099', taken)).toBe('Another truck has this transponder.')
    expect(clashOf('transponder_id', ' ', taken)).toBeUndefined()
    expect(clashOf('licence_plate', 'P1043', taken)).toBeUndefined()
    expect(
      clashOf('unit_number', '1099', identifiersOfOthers(null, [waitingTruck], { kind: 'truck', own: null }, [])),
    ).toBeDefined()
  })

  test('conflicts within one unit kind if it is a GoMotive id', () => {
    const taken = identifiersOfOthers(usedIdentifiers, [], { kind: 'trailer', own: null }, [])
    expect(clashOf('gomotive_id', '910001', taken)).toBe('Another unit has this GoMotive ID.')
    expect(clashOf('gomotive_id', 910_001, taken)).toBeDefined()
    expect(clashOf('gomotive_id', '730001', taken)).toBeUndefined()
    expect(clashOf('pilot_flying_j_truck', '660001', taken)).toBe('Another truck has this fuel network ID.')
    const beside = identifiersOfOthers(null, [aTruck({ version: 0, gomotive_id: 4 })], { kind: 'truck', own: null }, [])
    expect(clashOf('gomotive_id', '4', beside)).toBeDefined()
  })

  test('is not the truck’s own identifier, present or waiting', () => {
    const own = aTruck()
    const renamed = { ...own, extra_info: { ...own.extra_info, licence_plate: 'IL 7' } }
    const taken = identifiersOfOthers(usedIdentifiers, [renamed], { kind: 'truck', own }, [])
    for (const plate of ['P1042', 'IL 7']) expect(clashOf('licence_plate', plate, taken)).toBeUndefined()
  })
})

test('unit types have readable titles, and an unknown type stays among the choices', () => {
  expect(typeTitle('dry_van')).toBe('Dry van')
  expect(typeChoices('trailer', 'dry_van')).toHaveLength(9)
  expect(typeChoices('truck', 'yard_dog').at(-1)).toEqual({ value: 'yard_dog', title: 'Yard dog' })
})

describe('an odd value that may be right', () => {
  const confirmed = new Set<string>()
  const judged = (name: 'vin' | 'year', value: string | number) =>
    detailRule(name, { kind: 'truck', known: null, today: '2026-11-20', confirmed })({ value })
  test.each([
    [
      'vin',
      'WDB9634031L123456',
      'The check digit of this VIN is wrong, as on some vehicles of other markets. Keep it?',
    ],
    ['vin', 'R685ST32410', 'This VIN is too short, except for a unit built before 1981. Keep it?'],
    ['year', 1978, 'Was it built in 1978, before 1981? Keep it?'],
    ['year', '1934', 'Was it built in 1934, before 1981? Keep it?'],
  ] as const)('must be confirmed once: %s %s', (name, value, words) => {
    expect(judged(name, value)).toBe(words)
    confirmed.add(confirmationKey(name, value))
    expect(judged(name, value)).toBeUndefined()
  })
  test.each([
    ['vin', '1FUJGLDR7PL101234'],
    ['year', 1919],
    ['year', 2028],
  ] as const)('cannot be confirmed if it is wrong: %s %s', (name, value) => {
    confirmed.add(confirmationKey(name, value))
    expect(judged(name, value)).not.toBeUndefined()
  })
})
