import { plainCode } from '#contract/text/plain-text.ts'

/** What a vehicle identification number tells by itself: 49 CFR 565.15. */
export interface VinFacts {
  /** Model year; null where the code of the year is none. */
  readonly year: number | null
  /** Who built it, where the beginning is one of those that haul freight here; null for others. */
  readonly make: string | null
}

const LENGTH = 17
/** What each sign counts; I, O and Q are never in a VIN. */
const VALUES: ReadonlyMap<string, number> = new Map([
  ...Array.from('0123456789', (digit, value) => [digit, value] as const),
  ...Array.from('ABCDEFGH', (letter, at) => [letter, at + 1] as const),
  ...Array.from('JKLMN', (letter, at) => [letter, at + 1] as const),
  ['P', 7],
  ['R', 9],
  ...Array.from('STUVWXYZ', (letter, at) => [letter, at + 2] as const),
])
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const CHECK_AT = 8
const YEAR_AT = 9

/** The codes of thirty years in a row, from 1980 on; then they begin again. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_YEAR = 1980

const MAKES: ReadonlyMap<string, string> = new Map([
  ['1FU', 'Freightliner'],
  ['3AK', 'Freightliner'],
  ['1XK', 'Kenworth'],
  ['1XP', 'Peterbilt'],
  ['4V4', 'Volvo'],
  ['1HS', 'International'],
  ['3HS', 'International'],
  ['1M1', 'Mack'],
  ['5KJ', 'Western Star'],
  ['1UY', 'Utility'],
  ['1GR', 'Great Dane'],
  ['1JJ', 'Wabash'],
  ['3H3', 'Hyundai'],
  ['1DW', 'Stoughton'],
])

/** A VIN as it is kept: upper case, without what people put between its signs. */
export function plainVin(typed: string): string {
  return plainCode(typed).replace(/[\s-]/g, '').toUpperCase()
}

/** The sign that belongs at the ninth place of a VIN whose signs are all allowed. */
function checkSign(vin: string): string {
  const sum = Array.from(vin).reduce((all, sign, at) => all + (VALUES.get(sign) ?? 0) * (WEIGHTS[at] ?? 0), 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** Built in North America, where the ninth sign is the sum of the others. */
const OF_NORTH_AMERICA = /^(?:[1-5]|7[F-Z0-9])/
/** What makers called a vehicle by before there was one length for all: from 5 to 13 signs, each maker in its own way. */
const OF_BEFORE_1981 = /^[A-Z0-9]{5,13}$/
/** The first model year whose units have a VIN of 17 signs. */
export const FIRST_LONG_VIN = 1981

/**
 * Why a text is no VIN, in words; null when it is one. Of those that nothing vouches for (`vinDoubt`) a form asks whether
 * to keep them.
 */
export function vinRefusal(typed: string): string | null {
  const vin = plainVin(typed)
  if (OF_BEFORE_1981.test(vin)) return null
  if (vin.length !== LENGTH) return 'A VIN has 17 characters.'
  if (!Array.from(vin).every((sign) => VALUES.has(sign))) return 'A VIN has digits and letters, but no I, O or Q.'
  if (OF_NORTH_AMERICA.test(vin) && vin[CHECK_AT] !== checkSign(vin))
    return 'The check digit of this VIN is wrong: look for a misread character.'
  return null
}

/** What speaks against a VIN that may be right all the same, in words; null where nothing does, and where it is none. */
export function vinDoubt(typed: string): string | null {
  const vin = plainVin(typed)
  if (vinRefusal(vin) !== null) return null
  if (vin.length !== LENGTH) return `This VIN is too short, but for a unit built before ${FIRST_LONG_VIN}. Keep it?`
  return vin[CHECK_AT] === checkSign(vin)
    ? null
    : 'The check digit of this VIN is wrong, as on some vehicles of other markets. Keep it?'
}

/**
 * The year that a code stands for: of the two within living memory the one in which a vehicle can have been built by
 * `thisYear`, model years being one ahead of the calendar at most.
 */
function yearOf(code: string, thisYear: number): number | null {
  const at = YEAR_CODES.indexOf(code)
  if (at < 0) return null
  const first = FIRST_YEAR + at
  const later = first + YEAR_CODES.length
  return later <= thisYear + 1 ? later : first
}

/** What a VIN says; null when it is none. */
export function vinFacts(typed: string, thisYear: number): VinFacts | null {
  if (vinRefusal(typed) !== null || vinDoubt(typed) !== null) return null
  const vin = plainVin(typed)
  return { year: yearOf(vin[YEAR_AT] ?? '', thisYear), make: MAKES.get(vin.slice(0, 3)) ?? null }
}
