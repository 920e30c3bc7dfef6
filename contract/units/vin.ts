import { plainCode } from '#contract/text/plain-text.ts'

/** The facts that a vehicle identification number contains (49 CFR 565.15). */
export interface VinFacts {
  /** The model year; null for an invalid year code. */
  readonly year: number | null
  /** The maker, for the makers of trucks and trailers in `MAKES`; null for others. */
  readonly make: string | null
}

const LENGTH = 17
/** The value of each character. A VIN never contains I, O or Q. */
const CHARACTER_VALUES: ReadonlyMap<string, number> = new Map([
  ...Array.from('0123456789', (digit, value) => [digit, value] as const),
  ...Array.from('ABCDEFGH', (letter, at) => [letter, at + 1] as const),
  ...Array.from('JKLMN', (letter, at) => [letter, at + 1] as const),
  ['P', 7],
  ['R', 9],
  ...Array.from('STUVWXYZ', (letter, at) => [letter, at + 2] as const),
])
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const CHECK_DIGIT_AT = 8
const YEAR_AT = 9

/** The codes of the 30 model years from 1980. After 30 years the codes repeat. */
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

/** A VIN as it is stored: in upper case, without spaces and hyphens. */
export function plainVin(typed: string): string {
  return plainCode(typed).replace(/[\s-]/g, '').toUpperCase()
}

/** The correct ninth character of a VIN, whose characters must all be valid. */
function checkDigit(vin: string): string {
  const sum = Array.from(vin).reduce(
    (total, character, at) => total + (CHARACTER_VALUES.get(character) ?? 0) * (WEIGHTS[at] ?? 0),
    0,
  )
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** VINs of North America, where the ninth character is a check digit. */
const NORTH_AMERICAN = /^(?:[1-5]|7[F-Z0-9])/
/** VINs before 1981: each maker had its own format, with 5 to 13 characters. */
const PRE_1981 = /^[A-Z0-9]{5,13}$/
/** The first model year with VINs of 17 characters. */
export const FIRST_LONG_VIN = 1981

/**
 * Why a text is not a VIN, as a message; null for a VIN. For a VIN that cannot be confirmed (`vinDoubt`), forms ask the
 * user whether to keep it.
 */
export function vinRefusal(typed: string): string | null {
  const vin = plainVin(typed)
  if (PRE_1981.test(vin)) return null
  if (vin.length !== LENGTH) return 'A VIN has 17 characters.'
  if (!Array.from(vin).every((character) => CHARACTER_VALUES.has(character)))
    return 'A VIN has digits and letters, but no I, O or Q.'
  if (NORTH_AMERICAN.test(vin) && vin[CHECK_DIGIT_AT] !== checkDigit(vin))
    return 'The check digit of this VIN is wrong: look for a misread character.'
  return null
}

/**
 * Why a VIN may be wrong although it is accepted, as a question; null for a confirmed VIN and for a text that is not a
 * VIN.
 */
export function vinDoubt(typed: string): string | null {
  const vin = plainVin(typed)
  if (vinRefusal(vin) !== null) return null
  if (vin.length !== LENGTH) return `This VIN is too short, except for a unit built before ${FIRST_LONG_VIN}. Keep it?`
  return vin[CHECK_DIGIT_AT] === checkDigit(vin)
    ? null
    : 'The check digit of this VIN is wrong, as on some vehicles of other markets. Keep it?'
}

/**
 * The model year of a code, which means two years 30 years apart: the later one, unless it is after the next model year
 * (`thisYear` + 1). Null for an invalid code.
 */
function yearOf(code: string, thisYear: number): number | null {
  const at = YEAR_CODES.indexOf(code)
  if (at < 0) return null
  const first = FIRST_YEAR + at
  const later = first + YEAR_CODES.length
  return later <= thisYear + 1 ? later : first
}

/** The facts in a VIN; null for a text that is not a VIN and for a VIN in doubt. */
export function vinFacts(typed: string, thisYear: number): VinFacts | null {
  if (vinRefusal(typed) !== null || vinDoubt(typed) !== null) return null
  const vin = plainVin(typed)
  return { year: yearOf(vin[YEAR_AT] ?? '', thisYear), make: MAKES.get(vin.slice(0, 3)) ?? null }
}
