import type { RowKind } from '#contract/expenses/report-choices.ts'
import { type Columns, plainHeader } from '#server/modules/imports/reading/column-names.ts'
import type { CsvRow } from '#server/modules/imports/reading/csv-parser.ts'
import { findNumber } from '#server/modules/imports/reading/written-numbers.ts'
import { bareCell } from './report-row.ts'

/** The kind of a row that does not look like a plain expense, with a text for the user. */
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
const NOTE: Aside = { is: 'note', message: 'This line has only one cell: it looks like a note.' }

const TOTAL_WORDS = /^(?:[\p{L}#*]+[\s-]+){0,3}(?:sub-?|grand-?)?totals?\b|^(?:sum|subtotals?|summary)\b/iu
const BARE_TOTAL = /^(?:sub-?|grand[ -]?)?totals?:?$/i
const ACCOUNT_WORDS =
  /\breplenish|\btop[- ]?up\b|^(?:[\w-]+\s+){0,2}(?:payments?(?: received)?|deposits?|prepayment|account transfer|refill)\s*(?:$|[-:#(])|\bbalance (?:forward|brought|transfer|adjust)|^(?:opening|closing|beginning|ending|previous|starting) balance/i
/** Words for an expense: “toll payment” is a toll and no account movement. */
const EXPENSE_WORDS = /\b(?:tolls?|fuel|diesel|passage)\b/i

/** The most numbers in a total row: an amount, gallons and a count of rows. */
const MAX_SUMS = 3
const [NINE, UPPER_A] = [57, 65]

const isWord = (cell: string) => cell.charCodeAt(0) > NINE && cell.charCodeAt(0) >= UPPER_A
const isAccountCell = (cell: string) => isWord(cell) && ACCOUNT_WORDS.test(cell) && !EXPENSE_WORDS.test(cell)

/** Columns with names of places and people. Their words do not reveal the kind of a row. */
const NAMES = ['site', 'city', 'driver_name', 'driver_first_name', 'driver_last_name', 'agency']

/** Creates the tests that recognize rows of a report that are not plain expenses. */
export function createRowKinds(headers: readonly string[], columns: Columns) {
  const names = new Set(NAMES.map((column) => columns.at.get(column)))
  const plazaAt = columns.at.get('plaza')
  const isName = (at: number) => names.has(at) || at === plazaAt
  const dateAt = columns.at.get('date') ?? -1
  const plainHeaders = headers.map(plainHeader)
  /** In a row with a date, words in a name column do not make a total, except “total” alone. */
  const isTotal = (cells: readonly string[]) => {
    const isDated = (cells[dateAt] ?? '') !== ''
    return cells.some((cell, at) => (isDated && at !== dateAt && isName(at) ? BARE_TOTAL : TOTAL_WORDS).test(cell))
  }
  const isAccount = ({ fields }: CsvRow) => fields.some((field, at) => !names.has(at) && isAccountCell(field.trim()))
  return {
    /** The kind of a row that can be read; null for a plain expense. */
    ofGood: (row: CsvRow): Aside | null => (isAccount(row) ? ACCOUNT : null),
    /** The kind of a row that cannot be read; null if it looks like an expense with faults. */
    ofBad(row: CsvRow): Aside | null {
      const cells = row.fields.map(bareCell)
      const filled = cells.filter((cell) => cell !== '')
      if (isAccount(row)) return ACCOUNT
      if (isTotal(cells)) return TOTAL
      const isSummed = (cells[dateAt] ?? '') === '' && filled.length <= MAX_SUMS && filled.length > 0
      if (isSummed && filled.every((cell) => findNumber(cell) !== null)) return TOTAL
      if (filled.length === 1) return NOTE
      const again = cells.filter((cell, at) => cell !== '' && plainHeader(cell) === plainHeaders[at]).length
      return again * 2 > filled.length ? HEADERS_AGAIN : null
    },
  }
}
export type RowKinds = ReturnType<typeof createRowKinds>
