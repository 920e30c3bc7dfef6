import type { ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import { findColumns } from './column-names.ts'
import type { CsvRow } from './csv-parser.ts'
import type { Sheet } from './read-workbook.ts'
import type { ReportShape } from './report-bytes.ts'
import { OPENING_ROWS } from './report-opening.ts'

/** The first rows of a report, and the workbook sheet that has them (null for a CSV file). */
export interface ReportPlace {
  readonly opening: readonly CsvRow[]
  readonly sheet: Sheet | null
  /** Whether another sheet might be the report, so that the user must choose. */
  readonly isUnclear: boolean
}

const openingOf = ({ rows }: Sheet) => rows.slice(0, OPENING_ROWS)

/**
 * Finds the sheet of a report: the chosen one, otherwise the first with valid headers, otherwise the first with rows.
 */
export function findReportPlace(shape: ReportShape, kind: ImportKind, { sheet: chosen }: ReportChoices): ReportPlace {
  const { sheets } = shape
  if (sheets === null) return { opening: shape.opening, sheet: null, isUnclear: false }
  const hasHeaders = (one: Sheet) => openingOf(one).some(({ fields }) => findColumns(kind, fields).faults.length === 0)
  const fitting = sheets.filter(hasHeaders)
  const requested = sheets.find(({ name }) => name === chosen)
  const sheet = requested ?? fitting[0] ?? sheets[0] ?? null
  const others = fitting.length > 0 ? fitting : sheets
  return { opening: sheet ? openingOf(sheet) : [], sheet, isUnclear: requested === undefined && others.length > 1 }
}
