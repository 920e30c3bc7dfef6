import type { BadRow } from '#contract/expenses/import-preview.ts'
import type { Columns } from '#server/modules/imports/reading/column-names.ts'
import type { CsvRow } from '#server/modules/imports/reading/csv-parser.ts'

export const rowFault = (line: number, message: string): BadRow => ({ line, column: '', value: '', message })

const MAX_WORDS = 120

/** The filled cells of a row, for the user who decides about it: `Total · $9.50`. */
const wordsOf = ({ fields }: CsvRow) =>
  fields
    .map((field) => field.trim())
    .filter((field) => field !== '')
    .join(' · ')
    .slice(0, MAX_WORDS)

/** The fault of a row that does not look like an expense. */
export const asideRow = (row: CsvRow, message: string): BadRow => ({
  ...rowFault(row.line, message),
  value: wordsOf(row),
})

/**
 * The fault of several lines that wrong quotes joined. It cannot be skipped, because the rows inside were never shown.
 */
export const tornRow = (first: number, last: number): BadRow => ({
  ...rowFault(
    first,
    `Quotes are wrong here, so that lines ${first} to ${last} run together. Correct them in the file.`,
  ),
  is_torn: true,
})

const countOf = (fields: number) => (fields === 1 ? '1 field' : `${fields} fields`)

/** The fault in the number of a row’s fields, or null. Empty cells at the end can be missing or too many. */
export function lengthFault(
  { fields, isLast }: CsvRow,
  headers: readonly string[],
  { needed }: Columns,
): string | null {
  if (fields.length === headers.length) return null
  const words = `This row has ${countOf(fields.length)}, the headers have ${headers.length}.`
  if (fields.length > headers.length)
    return fields.slice(headers.length).some((field) => field.trim() !== '') ? words : null
  if (isLast) return 'The report ends in the middle of this row.'
  return needed.some((at) => at >= fields.length) ? words : null
}

const NUMBERS = ['amount', 'quantity', 'price']
const THOUSANDS = /^[-($\s]*\d{1,3}$/
const HUNDREDS = /^\d{3}\.\d{2}\)?$/

/**
 * Finds numbers that an unquoted comma split into two cells: `$1` followed by `234.56` where, for example, a plate
 * belongs. The field count does not reveal such a row if another cell is missing at its end.
 */
export function splitNumbers(headers: readonly string[], { at }: Columns): (row: CsvRow) => BadRow | null {
  const columnAt = new Map([...at].map(([column, place]) => [place, column]))
  const places = NUMBERS.flatMap((column) => {
    const place = at.get(column)
    const behind = place === undefined ? undefined : columnAt.get(place + 1)
    return place === undefined || behind === undefined || NUMBERS.includes(behind) ? [] : [place]
  })
  return ({ line, fields }) => {
    for (const place of places) {
      const [value = '', next = ''] = [fields[place]?.trim(), fields[place + 1]?.trim()]
      if (!HUNDREDS.test(next) || !THOUSANDS.test(value)) continue
      const message = `A comma ends this cell in the middle of a number: “${value},${next}” must stand in quotes.`
      return { line, column: headers[place] ?? '', value, message }
    }
    return null
  }
}
