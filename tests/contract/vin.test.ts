import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainVin, vinDoubt, vinFacts, vinRefusal } from '#contract/units/vin.ts'

const LENGTH = 'A VIN has 17 characters.'
const SIGNS = 'A VIN has digits and letters, but no I, O or Q.'
const SUM = 'The check digit of this VIN is wrong: look for a misread character.'

/** VINs with the model year and the maker that they mean in 2026. */
const VINS = [
  ['1M8GDM9AXKP042788', 2019, null],
  ['11111111111111111', 2001, null],
  ['1FUJGLDR8PL101234', 2023, 'Freightliner'],
  ['1XKYDP9X4RJ201234', 2024, 'Kenworth'],
  ['1XPBDP9X5SD301234', 2025, 'Peterbilt'],
  ['4V4NC9EH3NN401234', 2022, 'Volvo'],
  ['3HSDZAPR0MN501234', 2021, 'International'],
  ['1UYVS2538LU601234', 2020, 'Utility'],
  ['1GRAA0621KB701234', 2019, 'Great Dane'],
  ['1JJV532D1ML801234', 2021, 'Wabash'],
] as const
const ALLOWED = Array.from('0123456789ABCDEFGHJKLMNPRSTUVWXYZ')
const YEAR_CODES = Array.from('ABCDEFGHJKLMNPRSTVWXY123456789')

/** A VIN with a character at a position and the correct check digit. The weights are in 49 CFR 565.15. */
function vinWith(place: number, sign: string): string {
  const signs = Array.from('1FUJGLDR0PL101234').with(place, sign).join('')
  const found = Array.from('0123456789X', (check) => signs.slice(0, 8) + check + signs.slice(9))
  const right = found.filter((vin) => vinRefusal(vin) === null)
  expect(right, 'exactly one check digit fits').toHaveLength(1)
  return right[0] ?? ''
}

describe('a VIN', () => {
  test.each(VINS)('%s has the model year %s and the maker %s', (vin, year, make) => {
    expect(vinRefusal(vin)).toBeNull()
    expect(vinFacts(vin, 2026)).toEqual({ year, make })
    expect(vinFacts(` ${vin.slice(0, 3)}-${vin.slice(3).toLowerCase()} `, 2026)).toEqual({ year, make })
  })

  test('is stored in upper case without spaces and hyphens', () => {
    expect(plainVin(' 1fuj-gldr 8pl1\t01234\n')).toBe('1FUJGLDR8PL101234')
  })

  test.each([
    ['', LENGTH],
    ['1FUJGLDR8PL10123', LENGTH],
    ['1FUJGLDR8PL1012345', LENGTH],
    ['1FUJGLDR8PLI01234', SIGNS],
    ['1FUJGLDR8PLO01234', SIGNS],
    ['1FUJGLDR8PLQ01234', SIGNS],
    ['1FUJGLDR8PL10123é', SIGNS],
    ['1FUJGLDR8PL10123🚚', LENGTH],
    ['1FUJGLDR7PL101234', SUM],
    ['1FUJGLDR8PL101243', SUM],
  ])('is not %j: %s', (typed, words) => {
    expect(vinRefusal(typed)).toBe(words)
    expect(vinFacts(typed, 2026)).toBeNull()
  })

  test('with one changed character is refused in more than 85 % of cases', () => {
    const changed = fc.tuple(fc.constantFrom(...VINS.map(([vin]) => vin)), fc.nat(16), fc.constantFrom(...ALLOWED))
    const seen = { found: 0, missed: 0 }
    fc.assert(
      fc.property(changed, ([vin, at, sign]) => {
        if (vin[at] === sign) return
        const wrong = Array.from(vin).with(at, sign).join('')
        if (vinRefusal(wrong) === null) seen.missed += 1
        else seen.found += 1
      }),
      { numRuns: 5000, seed: 7 },
    )
    // Eleven check digits detect ten of eleven changes. A change between characters of equal value (A, J, 1) is never
    // detected.
    expect(seen.found / (seen.found + seen.missed)).toBeGreaterThan(0.85)
  })

  test('with a misread digit is always refused or doubted', () => {
    const misread = fc.tuple(fc.constantFrom(...VINS.map(([vin]) => vin)), fc.nat(16), fc.nat(9))
    fc.assert(
      fc.property(misread, ([vin, at, digit]) => {
        if (!/\d/.test(vin[at] ?? '') || vin[at] === String(digit)) return
        const wrong = Array.from(vin).with(at, String(digit)).join('')
        // If the first digit becomes that of another continent, the VIN is only doubted.
        expect(vinRefusal(wrong) ?? vinDoubt(wrong)).toContain('check digit of this VIN is wrong')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the model year in a VIN', () => {
  test('is the later of two years 30 years apart, unless that is after the next model year', () => {
    const yearOf = (code: string, thisYear: number) => vinFacts(vinWith(9, code), thisYear)?.year
    for (const [at, code] of YEAR_CODES.entries()) {
      const [first, later] = [1980 + at, 2010 + at]
      expect([code, yearOf(code, later - 2)]).toEqual([code, first])
      expect([code, yearOf(code, later - 1)]).toEqual([code, later])
      expect([code, yearOf(code, later + 10)]).toEqual([code, later])
    }
    expect(['V', 'W', '9', 'A'].map((code) => yearOf(code, 2026))).toEqual([2027, 1998, 2009, 2010])
  })

  test('is unknown for an invalid year code', () => {
    for (const code of ['0', 'U', 'Z']) expect(vinFacts(vinWith(9, code), 2026)).toMatchObject({ year: null })
  })
})

describe('a VIN that cannot be confirmed', () => {
  test.each([
    ['of Europe', 'WDB9634031L123456'],
    ['of Japan', 'JHDFE8JPS1XX12345'],
    ['of Britain', 'SFAEXXBDVE1A12345'],
  ])('%s fails the check digit of North America and needs the user’s confirmation', (_, vin) => {
    expect(vinRefusal(vin)).toBeNull()
    expect(vinDoubt(vin)).toBe('The check digit of this VIN is wrong, as on some vehicles of other markets. Keep it?')
    expect(vinFacts(vin, 2026)).toBeNull()
  })
  test.each(['9H0J4', 'R685ST32410', 'D1021HL123456', 'k-123 45'])('may be from before 1981: %s', (vin) => {
    expect(vinRefusal(vin)).toBeNull()
    expect(vinDoubt(vin)).toBe('This VIN is too short, except for a unit built before 1981. Keep it?')
  })
  test.each(['', '1234', '12345678901234', 'ABC*123', '1FUJGLDR7PL101234'])(
    'does not include the refused text %j',
    (vin) => {
      expect(vinRefusal(vin)).not.toBeNull()
      expect(vinDoubt(vin)).toBeNull()
    },
  )
  test('does not include a VIN with a correct check digit', () => {
    for (const [vin] of VINS) expect(vinDoubt(vin)).toBeNull()
  })
})
