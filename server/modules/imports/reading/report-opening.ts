import { IMPORT_KINDS } from '#contract/expenses/imports.ts'
import { findColumns } from './column-names.ts'
import { CsvParser, type CsvRow } from './csv-parser.ts'

/** The headers must be among this many first rows, below any titles. */
export const OPENING_ROWS = 60

/** The beginning of a CSV file. */
export interface Opening {
  readonly separator: string
  /** The first rows, including titles, without the `sep=` line for spreadsheets. */
  readonly opening: readonly CsvRow[]
}

const SEPARATORS = [',', ';', '\t', '|'] as const
/**
 * The first line `sep=;` declares the separator to spreadsheets. A file that was saved again has separators after it.
 */
const HINT = /^\s*"?sep=([^\p{L}\p{N}\s"]|\t)?"?[,;|\t]*(?:\r\n|\r|\n)/iu

function firstRows(text: string, separator: string, isWhole: boolean): readonly CsvRow[] {
  const parser = new CsvParser(separator)
  const rows = parser.push(text)
  return [...rows, ...(isWhole ? parser.end() : [])].slice(0, OPENING_ROWS)
}

/** The number of report columns that the cells of a row name, if it were the header row. */
export function namedColumns({ fields }: CsvRow): number {
  return Math.max(...IMPORT_KINDS.map((kind) => findColumns(kind, fields).at.size))
}

/** Scores a separator: the right one splits all rows into the same number of fields. More fields break a tie. */
function uniformity(rows: readonly CsvRow[]): number {
  const times = new Map<number, number>()
  for (const { fields } of rows) if (fields.length > 1) times.set(fields.length, (times.get(fields.length) ?? 0) + 1)
  const [fields = 0, most = 0] = [...times].sort(([, a], [, b]) => b - a)[0] ?? []
  return (most / rows.length) * 1000 + fields
}

/** Finds the separator of a report from its first text: by the `sep=` line, otherwise by comparing the rows. */
export function openingOf(text: string, isWhole: boolean): Opening {
  const hint = HINT.exec(text)
  const candidates = hint?.[1] ? [hint[1]] : SEPARATORS
  const [best] = candidates
    .map((separator) => {
      const rows = firstRows(text, separator, isWhole)
      return { separator, rows, named: Math.max(0, ...rows.map(namedColumns)), alike: uniformity(rows) }
    })
    .sort((a, b) => (Math.max(a.named, b.named) > 1 ? b.named - a.named : 0) || b.alike - a.alike)
  if (!best) throw new Error('there is always a separator to try')
  return { separator: best.separator, opening: hint ? best.rows.slice(1) : best.rows }
}
