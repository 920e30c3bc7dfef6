import { glued } from './folded.ts'

const ZERO_DECIMALS = /^(\s*(?:#\s*)?\d+)\.0+\s*$/
const SCIENTIFIC = /^\s*(\d)(?:\.(\d+))?e\+?(\d{1,2})\s*$/i

/** The noun before a truck's number. "trailer" is not included, because a trailer's number is not a truck's. */
const UNIT_NOUN = /^\s*(?:unit|truck|vehicle)(?:\s*(?:no\.?|number|id))?[\s#:.-]+(?=\S*\d)/i

/**
 * The key by which plates, transponders and unit numbers are compared when no exact spelling matches. "P48-2100" and
 * "p482100" have the same key, and so have "#1031", "1031.0", "01031" and "Truck 1031". Empty for an empty code.
 */
export function codeKey(code: string): string {
  const bare = code.replace(UNIT_NOUN, '')
  const whole = exactDigits(bare) ?? bare.replace(ZERO_DECIMALS, '$1')
  return glued(whole).replace(/^0+(?=.)/, '')
}

/** Reads a number in scientific notation. `power`: how many digits the whole number has after the first. */
function parseScientific(code: string): { readonly digits: string; readonly power: number } | null {
  const [, first, rest = '', power] = SCIENTIFIC.exec(code) ?? []
  return first === undefined ? null : { digits: first + rest, power: Number(power) }
}

/** A number in scientific notation with all its digits, written out: "1.031E+03" is 1031. Null for anything else. */
function exactDigits(code: string): string | null {
  const number = parseScientific(code)
  if (number === null) return null
  const { digits, power } = number
  const isWhole = power === 0 || (digits.length > power && digits[power] !== '0')
  return isWhole && /^0*$/.test(digits.slice(power + 1)) ? digits.slice(0, power + 1) : null
}

/**
 * For a number in scientific notation that a spreadsheet shortened to its first digits: a test whether it may be the
 * code with a given `codeKey`. "7.00E+09" may be 7002410300. Null for anything else.
 */
export function scientificMatcher(code: string): ((key: string) => boolean) | null {
  const number = parseScientific(code)
  if (number === null) return null
  const { digits, power } = number
  return (key) =>
    key.length === power + 1 &&
    /^\d+$/.test(key) &&
    Math.round(Number(key) / 10 ** (key.length - digits.length)) === Number(digits)
}

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AB BC MB NB NL NS NT NU ON PE QC SK YT'
const ANY_STATE = `(?:${STATES.replaceAll(' ', '|')})`
const STATE_BEFORE = new RegExp(`^\\s*${ANY_STATE}[\\s:/-]+`, 'i')
const STATE_AFTER = new RegExp(`[\\s:/-]${ANY_STATE}\\s*$|\\(${ANY_STATE}\\)\\s*$`, 'i')
const SEPARATOR = /[\s:/-]/

/** Removes the state that vendors write before or after a plate: "TX P482100", "P482100 TX", "P482100 (TX)". */
export function withoutState(plate: string): string {
  const afterState = plate.replace(STATE_BEFORE, '')
  if (afterState !== plate && /\d/.test(afterState)) return afterState
  let end = Math.max(0, plate.search(STATE_AFTER))
  while (end > 0 && SEPARATOR.test(plate.charAt(end - 1))) end--
  const beforeState = plate.slice(0, end)
  return /\d/.test(beforeState) ? beforeState : plate
}

/** The `codeKey` of a plate without its state. */
export const plateKey = (plate: string): string => codeKey(withoutState(plate))
