import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import { findColumns } from './column-names.ts'
import type { CsvRow } from './csv-parser.ts'

const filled = ({ fields }: CsvRow) => fields.filter((field) => field.trim() !== '').length

/** A line above the headers with fewer filled cells than this is a title. */
const MIN_CELLS = 3

/** The line of the headers of a report, which can be below titles; null if the report has no rows. */
export function findHeaderLine(
  kind: ImportKind,
  opening: readonly CsvRow[],
  requested: ColumnMap | undefined,
): number | null {
  const found = opening.map((row) => ({ row, columns: findColumns(kind, row.fields, requested) }))
  const whole = found.find(({ columns }) => columns.faults.length === 0)
  if (whole) return whole.row.line
  const named = Math.max(0, ...found.map(({ columns }) => columns.at.size))
  const most = named > 1 ? found.find(({ columns }) => columns.at.size === named) : undefined
  if (most) return most.row.line
  // No header has a usual name: takes the first row that has at least half as many filled cells as the widest row.
  const width = Math.max(0, ...opening.map(filled))
  return opening.find((row) => filled(row) * 2 >= width)?.line ?? null
}

/** Whether a line above the headers looks like a row of the report. Such a line must not be skipped silently. */
export const looksLikeRow = (row: CsvRow, headers: readonly string[]) => {
  const width = headers.filter((header) => header !== '').length
  return filled(row) >= Math.max(MIN_CELLS, width / 2)
}
