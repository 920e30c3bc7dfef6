import type { BadRow } from '#contract/import-preview.ts'
import type { ColumnMap, ImportKind } from '#contract/imports.ts'
import type { ReportChoices } from '#contract/report-choices.ts'
import { type Columns, findColumns } from './column-names.ts'
import type { CsvRow } from './csv-parser.ts'
import { type Cells, cellReader } from './report-row.ts'
import { splitNumbers } from './row-faults.ts'
import { type RowKinds, rowKinds } from './row-kinds.ts'

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

export function headOf({ fields }: CsvRow, { kind, columns: asked, choices = {} }: Said): ReportHead {
  const headers = fields.map((field) => field.trim().slice(0, 200))
  const columns = findColumns(kind, headers, asked)
  return {
    headers,
    columns,
    cellsOf: cellReader({ headers, columns, choices }),
    kinds: rowKinds(headers, columns),
    splitFault: splitNumbers(headers, columns),
  }
}
