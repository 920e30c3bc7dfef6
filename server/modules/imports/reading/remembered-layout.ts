import { createHash } from 'node:crypto'
import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import type { Sql } from '#server/db/db.ts'
import { findLayouts, forgetLayout, storeLayout } from '../layout-repository.ts'
import { findColumns } from './column-names.ts'
import type { Report } from './read-report.ts'
import type { ReportShape } from './report-bytes.ts'
import { findReportPlace } from './report-sheet.ts'

/**
 * The column map and choices for reading a report: those of the request, or those of the last report with its layout.
 */
export interface ReadingLayout {
  readonly columns: ColumnMap | undefined
  readonly choices: ReportChoices
  readonly isRemembered: boolean
}

/** The hash that identifies a layout: its headers, in order, without regard to case. */
const layoutHash = (headers: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(headers.map((header) => header.trim().toLowerCase())))
    .digest('hex')

/** The column map and choices of the request. If it has neither, those remembered for the report’s layout. */
export async function recallLayout(sql: Sql, report: Report, shape: ReportShape): Promise<ReadingLayout> {
  const { kind, columns, choices } = report
  const requested = { columns, choices: choices ?? {}, isRemembered: false }
  if (columns !== undefined || choices !== undefined) return requested
  const { opening, sheet } = findReportPlace(shape, kind, {})
  const rows = opening.map(({ line, fields }) => ({ line, hash: layoutHash(fields) }))
  const layouts = await findLayouts(sql, kind, [...new Set(rows.map(({ hash }) => hash))])
  const row = rows.find(({ hash }) => layouts.has(hash))
  const layout = row && layouts.get(row.hash)
  if (!layout) return requested
  // If the user chose the header line, this report’s own line is used: it can have more titles than the last report.
  const { header_line, sheet: rememberedSheet, ...other } = layout.choices
  // The remembered sheet is used only if it has these headers: the name can mean another sheet in this workbook.
  const rest =
    rememberedSheet !== undefined && rememberedSheet === sheet?.name ? { ...other, sheet: rememberedSheet } : other
  const chosen = header_line === undefined ? rest : { ...rest, header_line: row.line }
  return { columns: layout.columns, choices: chosen, isRemembered: true }
}

/**
 * The choices that can apply to the next report too. Skipped lines belong to this report only, but skipped row kinds
 * are remembered (except `wrong`). Imported rows that do not look like expenses are not remembered: the user must see
 * them in each report.
 */
function lastingChoices({ leave_out_lines: _, take: __, leave_out, ...choices }: ReportChoices): ReportChoices {
  const known = leave_out?.filter((kind) => kind !== 'wrong') ?? []
  return { ...choices, ...(known.length > 0 && { leave_out: known }) }
}

export interface ReadLayout {
  readonly kind: ImportKind
  readonly headers: readonly string[]
  readonly columns?: ColumnMap | undefined
  readonly choices?: ReportChoices | undefined
}

/**
 * Remembers the column map and choices of an imported report, or deletes the layout if they equal the default rules.
 */
export async function rememberLayout(
  sql: Sql,
  { kind, headers, columns, choices }: ReadLayout,
  by: { readonly user: number | null; readonly now: Date },
): Promise<void> {
  if (columns === undefined && choices === undefined) return
  const hash = layoutHash(headers)
  const { header_line, ...kept } = lastingChoices(choices ?? {})
  const usual = findColumns(kind, headers).map
  const isUsual = Object.entries({ ...usual, ...columns }).every(([column, header]) => (usual[column] ?? '') === header)
  if (isUsual && header_line === undefined && Object.keys(kept).length === 0) return forgetLayout(sql, kind, hash)
  const all = header_line === undefined ? kept : { ...kept, header_line }
  await storeLayout(sql, { kind, hash, columns: columns ?? {}, choices: all, ...by })
}
