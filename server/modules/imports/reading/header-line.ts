import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import { findColumns } from './column-names.ts'
import type { CsvRow } from './csv-parser.ts'

const filled = ({ fields }: CsvRow) => fields.filter((field) => field.trim() !== '').length

/** With fewer cells a line above the headers is a title. */
const MIN_CELLS = 3

/** The line at which the headers of a report stand, below its titles; null when it has no rows at all. */
export function findHeaderLine(
  kind: ImportKind,
  opening: readonly CsvRow[],
  asked: ColumnMap | undefined,
): number | null {
  const found = opening.map((row) => ({ row, columns: findColumns(kind, row.fields, asked) }))
  const whole = found.find(({ columns }) => columns.faults.length === 0)
  if (whole) return whole.row.line
  const named = Math.max(0, ...found.map(({ columns }) => columns.at.size))
  const most = named > 1 ? found.find(({ columns }) => columns.at.size === named) : undefined
  if (most) return most.row.line
  // Nothing is named as usual: the first row that is as wide as the rows are.
  const width = Math.max(0, ...opening.map(filled))
  return opening.find((row) => filled(row) * 2 >= width)?.line ?? null
}

/** Whether a line above the headers looks like a row of a report, which nothing may skip without a word. */
export const looksLikeRow = (row: CsvRow, headers: readonly string[]) => {
  const width = headers.filter((header) => header !== '').length
  return filled(row) >= Math.max(MIN_CELLS, width / 2)
}
