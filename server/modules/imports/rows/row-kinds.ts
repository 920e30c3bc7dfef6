import type { RowKind } from '#contract/expenses/report-choices.ts'
import { type Columns, plain } from '#server/modules/imports/reading/column-names.ts'
import type { CsvRow } from '#server/modules/imports/reading/csv-parser.ts'
import { findNumber } from '#server/modules/imports/reading/written-numbers.ts'
import { bareCell } from './report-row.ts'

/** What a row looks like that is no plain expense, in words; null for one that may be. */
export interface Aside {
  readonly is: RowKind
  readonly message: string
}

const TOTAL: Aside = { is: 'total', message: 'This line looks like a total.' }
const ACCOUNT: Aside = {
  is: 'account',
  message: 'This line moves money of the account. It does not look like an expense.',
}
const HEADERS_AGAIN: Aside = { is: 'note', message: 'This line has the headers once more.' }
const NOTE: Aside = { is: 'note', message: 'This line has one cell alone: it looks like a note.' }

const TOTAL_WORDS = /^(?:[\p{L}#*]+[\s-]+){0,3}(?:sub-?|grand-?)?totals?\b|^(?:sum|subtotals?|summary)\b/iu
const BARE_TOTAL = /^(?:sub-?|grand[ -]?)?totals?:?$/i
const ACCOUNT_WORDS =
  /\breplenish|\btop[- ]?up\b|^(?:[\w-]+\s+){0,2}(?:payments?(?: received)?|deposits?|prepayment|account transfer|refill)\s*(?:$|[-:#(])|\bbalance (?:forward|brought|transfer|adjust)|^(?:opening|closing|beginning|ending|previous|starting) balance/i
/** A toll may be paid. */
const EXPENSE_WORDS = /\b(?:tolls?|fuel|diesel|passage)\b/i

/** A total may have an amount, gallons, and how many rows it sums up. */
const MAX_SUMS = 3
const [NINE, UPPER_A] = [57, 65]

const isWord = (cell: string) => cell.charCodeAt(0) > NINE && cell.charCodeAt(0) >= UPPER_A
const isAccountCell = (cell: string) => isWord(cell) && ACCOUNT_WORDS.test(cell) && !EXPENSE_WORDS.test(cell)

/** Columns in which places and people stand: whatever these are called, it says nothing of what a row is. */
const NAMES = ['site', 'city', 'driver_name', 'driver_first_name', 'driver_last_name', 'agency']

/** Tells rows of a report apart that are no plain expenses. */
export function rowKinds(headers: readonly string[], columns: Columns) {
  const names = new Set(NAMES.map((column) => columns.at.get(column)))
  const plazaAt = columns.at.get('plaza')
  const isName = (at: number) => names.has(at) || at === plazaAt
  const dateAt = columns.at.get('date') ?? -1
  const plainHeaders = headers.map(plain)
  /** Of a row with a day, words that a place may be called by are no sign. */
  const isTotal = (cells: readonly string[]) => {
    const isDated = (cells[dateAt] ?? '') !== ''
    return cells.some((cell, at) => (isDated && at !== dateAt && isName(at) ? BARE_TOTAL : TOTAL_WORDS).test(cell))
  }
  const isAccount = ({ fields }: CsvRow) => fields.some((field, at) => !names.has(at) && isAccountCell(field.trim()))
  return {
    /** Of one that can be read. */
    ofGood: (row: CsvRow): Aside | null => (isAccount(row) ? ACCOUNT : null),
    /** Of one that can't be. */
    ofBad(row: CsvRow): Aside | null {
      const cells = row.fields.map(bareCell)
      const filled = cells.filter((cell) => cell !== '')
      if (isAccount(row)) return ACCOUNT
      if (isTotal(cells)) return TOTAL
      const isSummed = (cells[dateAt] ?? '') === '' && filled.length <= MAX_SUMS && filled.length > 0
      if (isSummed && filled.every((cell) => findNumber(cell) !== null)) return TOTAL
      if (filled.length === 1) return NOTE
      const again = cells.filter((cell, at) => cell !== '' && plain(cell) === plainHeaders[at]).length
      return again * 2 > filled.length ? HEADERS_AGAIN : null
    },
  }
}
export type RowKinds = ReturnType<typeof rowKinds>
