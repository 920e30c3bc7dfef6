import { describe, expect, test } from 'vitest'
import { clashOf, identifiersOfOthers } from '#src/areas/units/form/taken-identifiers.ts'
import { editForm, filledByVin, noUnit, type UnitValues, vinWords } from '#src/areas/units/form/unit-form.ts'
import { confirmationKey, detailRule, fromRule, toRule, unitDayRule } from '#src/areas/units/form/unit-rules.ts'
import { typeChoices, typeTitle } from '#src/areas/units/unit-words.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit-row.ts'

const { valuesOf } = editForm

/** Of the ten-year cycle's R: 2024. Its ninth sign adds up. */
const KENWORTH = '1XKYDP9X4RJ123456'
const REQUIRED = 'Please fill out this field'

describe('what is said of a field', () => {
  const rule = (name: Parameters<typeof detailRule>[0], value: string | number, sort: 'truck' | 'trailer' = 'truck') =>
    detailRule(name, { sort, known: null, today: '2026-11-20', kept: new Set() })({ value })

  test('all is required but VIN, miles and a truck’s type', () => {
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

  test('numbers, years, miles, phones and days are what they are', () => {
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

  test('an inspection is passed by now, but for the clock of another device; the next service is at any time', () => {
    const judging = { sort: 'truck', known: null, today: '2026-11-20', kept: new Set<string>() } as const
    const said = (name: 'inspection_passed_date' | 'next_service_date', value: string) =>
      unitDayRule(name, judging, () => 2024)({ value })
    expect(said('inspection_passed_date', '2026-11-21')).toBeUndefined()
    expect(said('inspection_passed_date', '2026-11-22')).toBe('This day is still to come.')
    expect(said('next_service_date', '2031-11-22')).toBeUndefined()
  })

  test('what the server has is not judged again', () => {
    const known = valuesOf(aTruck({ color: '', year: null }))
    const judged = (value: string) =>
      detailRule('color', { sort: 'truck', known, today: '2026-11-20', kept: new Set() })({ value })
    expect(judged('')).toBeUndefined()
    expect(judged(' ')).toBe(REQUIRED)
  })

  test('a new trailer’s number is one or none; a trailer that has one keeps or changes it', () => {
    const judged = (known: UnitValues | null) =>
      detailRule('unit_number', { sort: 'trailer', known, today: '2026-11-20', kept: new Set() })
    expect(judged(null)({ value: '' })).toBeUndefined()
    expect(judged(null)({ value: 'TL-9' })).toBeUndefined()
    expect(judged(null)({ value: '?' })).toBe('Enter letters and digits.')
    expect(judged(valuesOf(aTrailer()))({ value: '' })).toBe(REQUIRED)
    expect(judged(valuesOf(aTrailer()))({ value: 'TL-2' })).toBeUndefined()
  })

  test('a status runs from a day to a day, and does not end before it begins', () => {
    expect(fromRule({ value: '' })).toBe(REQUIRED)
    const ends = (value: string) => toRule(() => '2026-11-22')({ value })
    expect(ends('')).toBe(REQUIRED)
    expect(ends('2026-11-21')).toBe('The end must not be before the beginning.')
    expect(ends('2026-11-22')).toBeUndefined()
  })
})

describe('a VIN', () => {
  const typed = (over: Partial<ReturnType<typeof noUnit>>) => ({ ...noUnit('2026-11-22'), ...over })

  test('fills in what nobody has typed, and says so', () => {
    expect(filledByVin(typed({ vin: KENWORTH.toLowerCase() }), {}, 2026)).toEqual({
      year: 2024,
      transport_model: 'Kenworth',
    })
    expect(vinWords(KENWORTH, 2026)).toBe('2024 Kenworth, from the VIN')
    expect(filledByVin(typed({ vin: KENWORTH.slice(1) }), {}, 2026)).toEqual({})
    expect(vinWords(KENWORTH.slice(1), 2026)).toBe('')
  })

  test('takes the place of what a former VIN filled in, and of nothing else', () => {
    const former = { year: 2023, transport_model: 'Volvo' }
    expect(filledByVin(typed({ vin: KENWORTH, ...former }), former, 2026)).toEqual({
      year: 2024,
      transport_model: 'Kenworth',
    })
    expect(filledByVin(typed({ vin: KENWORTH, year: 2022, transport_model: 'T680' }), former, 2026)).toEqual({})
  })
})

describe('what is written on another truck', () => {
  const told = {
    unit_number: ['1042', 'TL-1'],
    licence_plate: ['P1042'],
    transponder_id: [],
    pilot_flying_j_truck: [660_001],
    gomotive_id: { truck: [730_001], trailer: [910_001] },
  }
  const waits = aTruck({ id: '1099', version: 0 })

  test('is told however it is spaced, also of trucks that wait on this device', () => {
    const taken = identifiersOfOthers(told, [waits, aTrailer()], { sort: 'truck', own: null }, [])
    expect(clashOf('licence_plate', 'p 1042', taken)).toBe('Another truck has this license plate.')
    expect(clashOf('unit_number', '1042', taken)).toBe('Another unit has this number.')
    expect(clashOf('transponder_id', 't1099', taken)).toBe('Another truck has this transponder.')
    expect(clashOf('transponder_id', ' ', taken)).toBeUndefined()
    expect(clashOf('licence_plate', 'P1043', taken)).toBeUndefined()
    expect(
      clashOf('unit_number', '1099', identifiersOfOthers(null, [waits], { sort: 'truck', own: null }, [])),
    ).toBeDefined()
  })

  test('a vendor’s id is one unit’s of a kind', () => {
    const taken = identifiersOfOthers(told, [], { sort: 'trailer', own: null }, [])
    expect(clashOf('gomotive_id', '910001', taken)).toBe('Another unit has this GoMotive ID.')
    expect(clashOf('gomotive_id', 910_001, taken)).toBeDefined()
    expect(clashOf('gomotive_id', '730001', taken)).toBeUndefined()
    expect(clashOf('pilot_flying_j_truck', '660001', taken)).toBe('Another truck has this fuel network ID.')
    const beside = identifiersOfOthers(null, [aTruck({ version: 0, gomotive_id: 4 })], { sort: 'truck', own: null }, [])
    expect(clashOf('gomotive_id', '4', beside)).toBeDefined()
  })

  test('is not what is on the truck itself, nor what it shall have', () => {
    const own = aTruck()
    const renamed = { ...own, extra_info: { ...own.extra_info, licence_plate: 'IL 7' } }
    const taken = identifiersOfOthers(told, [renamed], { sort: 'truck', own }, [])
    for (const plate of ['P1042', 'IL 7']) expect(clashOf('licence_plate', plate, taken)).toBeUndefined()
  })
})

test('types are told as people say them; one that is not known stays to be seen', () => {
  expect(typeTitle('dry_van')).toBe('Dry van')
  expect(typeChoices('trailer', 'dry_van')).toHaveLength(9)
  expect(typeChoices('truck', 'yard_dog').at(-1)).toEqual({ value: 'yard_dog', title: 'Yard dog' })
})

describe('what is odd and may be right', () => {
  const kept = new Set<string>()
  const judged = (name: 'vin' | 'year', value: string | number) =>
    detailRule(name, { sort: 'truck', known: null, today: '2026-11-20', kept })({ value })
  test.each([
    [
      'vin',
      'WDB9634031L123456',
      'The check digit of this VIN is wrong, as on some vehicles of other markets. Keep it?',
    ],
    ['vin', 'R685ST32410', 'This VIN is too short, but for a unit built before 1981. Keep it?'],
    ['year', 1978, 'Was it built in 1978, before 1981? Keep it?'],
    ['year', '1934', 'Was it built in 1934, before 1981? Keep it?'],
  ] as const)('is asked about once: %s %s', (name, value, words) => {
    expect(judged(name, value)).toBe(words)
    kept.add(confirmationKey(name, value))
    expect(judged(name, value)).toBeUndefined()
  })
  test.each([
    ['vin', '1FUJGLDR7PL101234'],
    ['year', 1919],
    ['year', 2028],
  ] as const)('is not what is wrong: %s %s', (name, value) => {
    kept.add(confirmationKey(name, value))
    expect(judged(name, value)).not.toBeUndefined()
  })
})
