import { IMPORT_KINDS } from '#contract/expenses/imports.ts'
import { findColumns } from './column-names.ts'
import { CsvParser, type CsvRow } from './csv-parser.ts'

/** Among so many rows the headers stand, below titles of any kind. */
export const OPENING_ROWS = 60

/** How a report begins. */
export interface Opening {
  /** What stands between its fields. */
  readonly separator: string
  /** Its first rows, titles among them; a hint for spreadsheets is none. */
  readonly opening: readonly CsvRow[]
}

const SEPARATORS = [',', ';', '\t', '|'] as const
/** `sep=;` in the first line tells spreadsheets what stands between fields; saved again, it has separators behind it. */
const HINT = /^\s*"?sep=([^\p{L}\p{N}\s"]|\t)?"?[,;|\t]*(?:\r\n|\r|\n)/iu

function firstRows(text: string, separator: string, isWhole: boolean): readonly CsvRow[] {
  const parser = new CsvParser(separator)
  const rows = parser.push(text)
  return [...rows, ...(isWhole ? parser.end() : [])].slice(0, OPENING_ROWS)
}

/** How many columns of a report the row names, as headers would. */
export function namedColumns({ fields }: CsvRow): number {
  return Math.max(...IMPORT_KINDS.map((kind) => findColumns(kind, fields).at.size))
}

/** How alike its rows are, and in how many fields: the separator that is one cuts all rows alike. */
function likeness(rows: readonly CsvRow[]): number {
  const times = new Map<number, number>()
  for (const { fields } of rows) if (fields.length > 1) times.set(fields.length, (times.get(fields.length) ?? 0) + 1)
  const [fields = 0, most = 0] = [...times].sort(([, a], [, b]) => b - a)[0] ?? []
  return (most / rows.length) * 1000 + fields
}

/** Finds what stands between the fields of a report that begins so: as its hint says, or else by its rows. */
export function openingOf(text: string, isWhole: boolean): Opening {
  const hint = HINT.exec(text)
  const candidates = hint?.[1] ? [hint[1]] : SEPARATORS
  const [best] = candidates
    .map((separator) => {
      const rows = firstRows(text, separator, isWhole)
      return { separator, rows, named: Math.max(0, ...rows.map(namedColumns)), alike: likeness(rows) }
    })
    .sort((a, b) => (Math.max(a.named, b.named) > 1 ? b.named - a.named : 0) || b.alike - a.alike)
  if (!best) throw new Error('there is always a separator to try')
  return { separator: best.separator, opening: hint ? best.rows.slice(1) : best.rows }
}
