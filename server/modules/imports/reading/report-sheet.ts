import type { ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import { findColumns } from './column-names.ts'
import type { CsvRow } from './csv-parser.ts'
import type { Sheet } from './read-workbook.ts'
import type { ReportShape } from './report-bytes.ts'
import { OPENING_ROWS } from './report-opening.ts'

/** Where a report's rows are: with which it begins, and in which sheet of a workbook they stand. */
export interface Place {
  readonly opening: readonly CsvRow[]
  readonly sheet: Sheet | null
  /** Another sheet may be meant. */
  readonly isUnclear: boolean
}

const openingOf = ({ rows }: Sheet) => rows.slice(0, OPENING_ROWS)

/** The sheet that was chosen, or else the first that has the headers of such a report, or any rows. */
export function placeOf(shape: ReportShape, kind: ImportKind, { sheet: chosen }: ReportChoices): Place {
  const { sheets } = shape
  if (sheets === null) return { opening: shape.opening, sheet: null, isUnclear: false }
  const hasHeaders = (one: Sheet) => openingOf(one).some(({ fields }) => findColumns(kind, fields).faults.length === 0)
  const fitting = sheets.filter(hasHeaders)
  const said = sheets.find(({ name }) => name === chosen)
  const sheet = said ?? fitting[0] ?? sheets[0] ?? null
  const others = fitting.length > 0 ? fitting : sheets
  return { opening: sheet ? openingOf(sheet) : [], sheet, isUnclear: said === undefined && others.length > 1 }
}
