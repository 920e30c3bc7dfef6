import { glued } from './folded.ts'

const NUMBER_TAIL = /^(\s*(?:#\s*)?\d+)\.0+\s*$/
const SCIENTIFIC = /^\s*(\d)(?:\.(\d+))?e\+?(\d{1,2})\s*$/i

/** What a truck is called before its number. A trailer's number is not a truck's. */
const UNIT_BEFORE = /^\s*(?:unit|truck|vehicle)(?:\s*(?:no\.?|number|id))?[\s#:.-]+(?=\S*\d)/i

/**
 * A plate, a transponder or a unit number as it is compared when no spelling fits exactly: "P48-2100" and "p482100",
 * "#1031", "1031.0", "01031" and "Truck 1031" are one each. Empty for none.
 */
export function codeKey(code: string): string {
  const bare = code.replace(UNIT_BEFORE, '')
  const whole = exactOf(bare) ?? bare.replace(NUMBER_TAIL, '$1')
  return glued(whole).replace(/^0+(?=.)/, '')
}

/** A number in scientific form: its digits, and how many the whole number has behind the first. */
function scientific(code: string): { readonly digits: string; readonly power: number } | null {
  const [, first, rest = '', power] = SCIENTIFIC.exec(code) ?? []
  return first === undefined ? null : { digits: first + rest, power: Number(power) }
}

/** One that lost none of its digits, written out: "1.031E+03" is 1031. Null for all else. */
function exactOf(code: string): string | null {
  const told = scientific(code)
  if (told === null) return null
  const { digits, power } = told
  const isWhole = power === 0 || (digits.length > power && digits[power] !== '0')
  return isWhole && /^0*$/.test(digits.slice(power + 1)) ? digits.slice(0, power + 1) : null
}

/**
 * Which codes a number in scientific form may stand for, of which it kept the first digits: "7.00E+09" and 7002410300. Null for
 * what is no such number.
 * @returns asks of a code by its key (`codeKey`)
 */
export function standingFor(code: string): ((key: string) => boolean) | null {
  const told = scientific(code)
  if (told === null) return null
  const { digits, power } = told
  return (key) =>
    key.length === power + 1 &&
    /^\d+$/.test(key) &&
    Math.round(Number(key) / 10 ** (key.length - digits.length)) === Number(digits)
}

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AB BC MB NB NL NS NT NU ON PE QC SK YT'
const ONE_OF_THEM = `(?:${STATES.replaceAll(' ', '|')})`
const STATE_BEFORE = new RegExp(`^\\s*${ONE_OF_THEM}[\\s:/-]+`, 'i')
const STATE_BEHIND = new RegExp(`[\\s:/-]${ONE_OF_THEM}\\s*$|\\(${ONE_OF_THEM}\\)\\s*$`, 'i')
const BETWEEN = /[\s:/-]/

/** A plate without the state that vendors write before or behind it: "TX P482100", "P482100 TX", "P482100 (TX)". */
export function withoutState(plate: string): string {
  const behind = plate.replace(STATE_BEFORE, '')
  if (behind !== plate && /\d/.test(behind)) return behind
  let end = Math.max(0, plate.search(STATE_BEHIND))
  while (end > 0 && BETWEEN.test(plate.charAt(end - 1))) end--
  const before = plate.slice(0, end)
  return /\d/.test(before) ? before : plate
}

/** As `codeKey`, of a plate without its state. */
export const plateKey = (plate: string): string => codeKey(withoutState(plate))
