import type { BadRow } from '#contract/expenses/import-preview.ts'
import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import { bareCell, type Cells, cellReader } from '#server/modules/imports/rows/report-row.ts'
import { splitNumbers } from '#server/modules/imports/rows/row-faults.ts'
import { type RowKinds, rowKinds } from '#server/modules/imports/rows/row-kinds.ts'
import { type Columns, findColumns } from './column-names.ts'
import type { CsvRow } from './csv-parser.ts'
import { findNumber } from './written-numbers.ts'

/** What the headers say of the rows below them. */
export interface ReportHead {
  readonly headers: readonly string[]
  readonly columns: Columns
  readonly cellsOf: (row: CsvRow) => Cells
  readonly kinds: RowKinds
  readonly splitFault: (row: CsvRow) => BadRow | null
}

/** The kind of a report, and what came with it. */
interface Said {
  readonly kind: ImportKind
  readonly columns?: ColumnMap | undefined
  readonly choices?: ReportChoices | undefined
}

/** So many rows of one sign are the way in which a report writes; fewer are purchases that were taken back. */
const MIN_TURNED = 3

/** Whether a report writes what was bought with quantities below zero, as far as its first rows tell. */
function areTurned(rows: readonly CsvRow[], at: number | undefined): boolean {
  const signs = rows.flatMap(({ fields }) => {
    const number = findNumber(bareCell(fields[at ?? -1] ?? ''))
    return number ? [number.isNegative] : []
  })
  const turned = signs.filter((isNegative) => isNegative).length
  return turned >= MIN_TURNED && turned * 2 > signs.length
}

/** Reads the headers, with what came with the report. `below`: the rows under them, as far as its beginning goes. */
export function headOf(
  { fields }: CsvRow,
  { kind, columns: asked, choices = {} }: Said,
  below: readonly CsvRow[],
): ReportHead {
  const headers = fields.map((field) => field.trim().slice(0, 200))
  const columns = findColumns(kind, headers, asked)
  return {
    headers,
    columns,
    cellsOf: cellReader({ headers, columns, choices, isTurned: areTurned(below, columns.at.get('quantity')) }),
    kinds: rowKinds(headers, columns),
    splitFault: splitNumbers(headers, columns),
  }
}
