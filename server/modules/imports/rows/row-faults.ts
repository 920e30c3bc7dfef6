import type { BadRow } from '#contract/expenses/import-preview.ts'
import type { Columns } from '#server/modules/imports/reading/column-names.ts'
import type { CsvRow } from '#server/modules/imports/reading/csv-parser.ts'

export const ofWholeRow = (line: number, message: string): BadRow => ({ line, column: '', value: '', message })

const MAX_WORDS = 120

/** What stands in a row, for who decides what becomes of it: `Total · $9.50`. */
const wordsOf = ({ fields }: CsvRow) =>
  fields
    .map((field) => field.trim())
    .filter((field) => field !== '')
    .join(' · ')
    .slice(0, MAX_WORDS)

/** Of a row that looks like something else than an expense. */
export const asideRow = (row: CsvRow, message: string): BadRow => ({
  ...ofWholeRow(row.line, message),
  value: wordsOf(row),
})

/** Nothing of it can be left out, for what is lost in it was never seen. */
export const tornRow = (first: number, last: number): BadRow => ({
  ...ofWholeRow(
    first,
    `Quotes are wrong here, so that lines ${first} to ${last} run together. Correct them in the file.`,
  ),
  is_torn: true,
})

const countOf = (fields: number) => (fields === 1 ? '1 field' : `${fields} fields`)

/** What is wrong with the number of a row's fields. Empty cells at its end may be left out, or be too many. */
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
 * Finds numbers whose comma was taken for the end of their cell: `$1` and behind it, where a plate should be, `234.56`. A cell
 * that is missing at the row's end hides it from a count of the fields.
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
