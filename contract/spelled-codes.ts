import { glued } from './folded.ts'

const NUMBER_TAIL = /^(\s*#?\s*\d+)\.0+\s*$/
const SCIENTIFIC = /^\s*(\d)(?:\.(\d+))?e\+?(\d{1,2})\s*$/i

/**
 * A plate, a transponder or a unit number as it is compared when no spelling fits exactly: "P48-2100" and "p482100",
 * "#1031", "1031.0" and "01031" are one each. Empty for none.
 */
export function codeKey(code: string): string {
  const whole = exactOf(code) ?? code.replace(NUMBER_TAIL, '$1')
  return glued(whole).replace(/^0+(?=.)/, '')
}

/** A number in scientific form that lost none of its digits, written out: "1.031E+03" is 1031. Null for all else. */
function exactOf(code: string): string | null {
  const [, first, rest = '', power] = SCIENTIFIC.exec(code) ?? []
  if (first === undefined || rest.replace(/0+$/, '').length === Number(power)) {
    return first === undefined ? null : first + rest.slice(0, Number(power))
  }
  return null
}

/** Whether a number in scientific form may stand for a code, of which it kept the first digits: "7.00E+09" and 7002410300. */
export function mayStandFor(code: string, of: string): boolean {
  const [, first, rest = '', power] = SCIENTIFIC.exec(code) ?? []
  const key = codeKey(of)
  if (first === undefined || key.length !== Number(power) + 1 || !/^\d+$/.test(key)) return false
  const kept = 1 + rest.length
  return Math.round(Number(key) / 10 ** (key.length - kept)) === Number(first + rest)
}

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AB BC MB NB NL NS NT NU ON PE QC SK YT'
const STATE_BEFORE = new RegExp(`^\\s*(?:${STATES.replaceAll(' ', '|')})[\\s:/-]+(?=.*\\d)`, 'i')
const STATE_BEHIND = new RegExp(
  `(?<=\\d.*)[\\s:/-]+(?:${STATES.replaceAll(' ', '|')})\\s*$|(?<=\\d.*)\\s*\\((?:${STATES.replaceAll(' ', '|')})\\)\\s*$`,
  'i',
)

/** A plate without the state that vendors write before or behind it: "TX P482100", "P482100 TX", "P482100 (TX)". */
export function withoutState(plate: string): string {
  const behind = plate.replace(STATE_BEFORE, '')
  return behind === plate ? plate.replace(STATE_BEHIND, '') : behind
}

/** As `codeKey`, of a plate without its state. */
export const plateKey = (plate: string): string => codeKey(withoutState(plate))
