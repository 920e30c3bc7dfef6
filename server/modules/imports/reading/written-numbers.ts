/** A number as its digits and sign. */
export interface WrittenNumber {
  readonly isNegative: boolean
  readonly whole: string
  /** The digits after the decimal point, without trailing zeros. */
  readonly part: string
}

/** The longest valid cell. A longer text is not a number. */
const MAX_CHARACTERS = 200
const PLAIN = /^\$?(\d+)(?:\.(\d*))?$/
const NUMBER = /^(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/

type Mark = 'minus' | 'plus' | 'credit' | 'debit' | 'dollar' | 'code'

/** Marks that can surround the digits. Spaces next to a mark are removed with it. */
const MARKS: readonly (readonly [mark: Mark, is: RegExp])[] = [
  ['minus', /^\((.*)\)$/s],
  ['code', /^US\s?\$(.*)$|^USD(.*)$|^(.*)USD$/is],
  ['dollar', /^\$(.*)$/s],
  ['plus', /^\+(.*)$/s],
  ['minus', /^[-\u2212](.*)$|^(.*)[-\u2212]$/s],
  ['credit', /^CR\b\.?(.*)$|^(.*)CR\.?$/is],
  ['debit', /^D[RB]\b\.?(.*)$|^(.*)D[RB]\.?$/is],
]

/** Removes the marks from the outside in, and returns them with the digits. */
function bareDigits(text: string): { readonly digits: string; readonly marks: readonly Mark[] } {
  const marks: Mark[] = []
  let digits = text.trim()
  for (let isMarked = true; isMarked; ) {
    isMarked = false
    for (const [mark, is] of MARKS) {
      const found = is.exec(digits)
      if (!found) continue
      digits = (found.slice(1).find((inner) => inner !== undefined) ?? '').trim()
      marks.push(mark)
      isMarked = true
    }
  }
  return { digits, marks }
}

const SIGNS: readonly Mark[] = ['minus', 'plus', 'credit', 'debit']

/**
 * Reads `1,234.56`, `$4.25`, `USD 4.25`, `+4.25`, and negative `(4.25)`, `$(4.25)`, `-4.25`, `4.25-`, `4.25 CR`. A dash
 * alone is zero, as in accounting. Null for text that is not a number, has two signs, or is longer than a cell.
 */
export function findNumber(text: string): WrittenNumber | null {
  if (text.length > MAX_CHARACTERS) return null
  const [plain, digits = '', rest = ''] = PLAIN.exec(text) ?? []
  if (plain !== undefined) return { isNegative: false, whole: digits, part: rest.replace(/0+$/, '') }
  const { digits: bare, marks } = bareDigits(text)
  const signs = marks.filter((mark) => SIGNS.includes(mark))
  const isTwice = (mark: Mark) => marks.indexOf(mark) !== marks.lastIndexOf(mark)
  if (signs.length > 1 || isTwice('dollar') || isTwice('code')) return null
  if (bare === '')
    return /[-\u2212]/.test(text) && signs[0] === 'minus' ? { isNegative: false, whole: '0', part: '' } : null
  const [all, whole = '', part = ''] = NUMBER.exec(bare) ?? []
  if (all === undefined || whole + part === '') return null
  const isNegative = signs[0] === 'minus' || signs[0] === 'credit'
  return { isNegative, whole: whole.replaceAll(',', ''), part: part.replace(/0+$/, '') }
}

const MILLIONTHS = 6

/** A number in millionths, rounded. Further digits are noise of binary fractions: 4.249999999999 is 4.25. */
export function inMillionths({ whole, part }: WrittenNumber): number {
  const millionths = Number(part.slice(0, MILLIONTHS).padEnd(MILLIONTHS, '0'))
  return Number(whole || '0') * 10 ** MILLIONTHS + millionths + (Number(part[MILLIONTHS] ?? '0') >= 5 ? 1 : 0)
}
