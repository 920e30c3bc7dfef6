import type { BadRow } from '#contract/expenses/import-preview.ts'
import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import { bareCell, type Cells, cellReader } from '#server/modules/imports/rows/report-row.ts'
import { splitNumbers } from '#server/modules/imports/rows/row-faults.ts'
import { createRowKinds, type RowKinds } from '#server/modules/imports/rows/row-kinds.ts'
import { type Columns, findColumns } from './column-names.ts'
import type { CsvRow } from './csv-parser.ts'
import { findNumber } from './written-numbers.ts'

/** The headers of a report, and the readers for the rows below that depend on them. */
export interface ReportHead {
  readonly headers: readonly string[]
  readonly columns: Columns
  readonly cellsOf: (row: CsvRow) => Cells
  readonly kinds: RowKinds
  readonly splitFault: (row: CsvRow) => BadRow | null
}

/** The kind of a report, with the column map and choices of the request. */
interface HeadInput {
  readonly kind: ImportKind
  readonly columns?: ColumnMap | undefined
  readonly choices?: ReportChoices | undefined
}

/** With fewer negative quantities than this, they are returned purchases and not the way in which the report writes. */
const MIN_TURNED = 3

/** Whether a report writes purchases with negative quantities, judged by its first rows. */
function hasNegatedQuantities(rows: readonly CsvRow[], at: number | undefined): boolean {
  const signs = rows.flatMap(({ fields }) => {
    const number = findNumber(bareCell(fields[at ?? -1] ?? ''))
    return number ? [number.isNegative] : []
  })
  const turned = signs.filter((isNegative) => isNegative).length
  return turned >= MIN_TURNED && turned * 2 > signs.length
}

/** Reads the headers. `below`: the rows under the headers that are in the opening of the report. */
export function readHead(
  { fields }: CsvRow,
  { kind, columns: requested, choices = {} }: HeadInput,
  below: readonly CsvRow[],
): ReportHead {
  const headers = fields.map((field) => field.trim().slice(0, 200))
  const columns = findColumns(kind, headers, requested)
  return {
    headers,
    columns,
    cellsOf: cellReader({
      headers,
      columns,
      choices,
      areQuantitiesNegated: hasNegatedQuantities(below, columns.at.get('quantity')),
    }),
    kinds: createRowKinds(headers, columns),
    splitFault: splitNumbers(headers, columns),
  }
}
