import { createHash } from 'node:crypto'
import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import type { Sql } from '#server/db/db.ts'
import { findLayouts, forgetLayout, storeLayout } from '../layout-repository.ts'
import { findColumns } from './column-names.ts'
import type { Report } from './read-report.ts'
import type { ReportShape } from './report-bytes.ts'
import { placeOf } from './report-sheet.ts'

/** How a report is read: as it was said, or as the last one of its layout was. */
export interface ReadAs {
  readonly columns: ColumnMap | undefined
  readonly choices: ReportChoices
  readonly isRemembered: boolean
}

/** What a layout is known by: its headers, in their order. */
const layoutHash = (headers: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(headers.map((header) => header.trim().toLowerCase())))
    .digest('hex')

/** What was said with the report; of one with which nothing was said, what is remembered of its layout. */
export async function recallLayout(sql: Sql, report: Report, shape: ReportShape): Promise<ReadAs> {
  const { kind, columns, choices } = report
  const said = { columns, choices: choices ?? {}, isRemembered: false }
  if (columns !== undefined || choices !== undefined) return said
  const { opening, sheet } = placeOf(shape, kind, {})
  const rows = opening.map(({ line, fields }) => ({ line, hash: layoutHash(fields) }))
  const layouts = await findLayouts(sql, kind, [...new Set(rows.map(({ hash }) => hash))])
  const row = rows.find(({ hash }) => layouts.has(hash))
  const layout = row && layouts.get(row.hash)
  if (!layout) return said
  // The line was chosen: this report's headers may stand below more titles than the last one's.
  const { header_line, sheet: kept, ...other } = layout.choices
  // A sheet of that name may be another one next time, or none: it is remembered only where it has these headers.
  const rest = kept !== undefined && kept === sheet?.name ? { ...other, sheet: kept } : other
  const chosen = header_line === undefined ? rest : { ...rest, header_line: row.line }
  return { columns: layout.columns, choices: chosen, isRemembered: true }
}

/**
 * What may hold for the next report too. Which lines are left out is of this one alone, but for those known by their kind.
 * What looks like no expense and was taken all the same is asked about in each report: it would come in unseen.
 */
function lasting({ leave_out_lines: _, take: __, leave_out, ...choices }: ReportChoices): ReportChoices {
  const known = leave_out?.filter((kind) => kind !== 'wrong') ?? []
  return { ...choices, ...(known.length > 0 && { leave_out: known }) }
}

export interface ReadLayout {
  readonly kind: ImportKind
  readonly headers: readonly string[]
  readonly columns?: ColumnMap | undefined
  readonly choices?: ReportChoices | undefined
}

/** Remembers how a report was read that was taken in, where that was said and is not as usual. */
export async function rememberLayout(
  sql: Sql,
  { kind, headers, columns, choices }: ReadLayout,
  by: { readonly user: number | null; readonly now: Date },
): Promise<void> {
  if (columns === undefined && choices === undefined) return
  const hash = layoutHash(headers)
  const { header_line, ...kept } = lasting(choices ?? {})
  const usual = findColumns(kind, headers).map
  const isUsual = Object.entries({ ...usual, ...columns }).every(([column, header]) => (usual[column] ?? '') === header)
  if (isUsual && header_line === undefined && Object.keys(kept).length === 0) return forgetLayout(sql, kind, hash)
  const all = header_line === undefined ? kept : { ...kept, header_line }
  await storeLayout(sql, { kind, hash, columns: columns ?? {}, choices: all, ...by })
}
