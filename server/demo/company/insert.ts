import type { Sql } from '#server/db/db.ts'

/** Rows of one statement: few enough to keep its JSON small, many enough to be fast. */
const ROWS_AT_ONCE = 5000

function* inParts<T>(rows: Iterable<T>): Generator<T[]> {
  let part: T[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < ROWS_AT_ONCE) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/**
 * Runs a statement once for each part of the rows, with that part as JSON in `$1`. `rest` are the parameters from `$2`
 * on.
 */
export async function insert(sql: Sql, name: string, text: string, rows: Iterable<unknown>, ...rest: unknown[]) {
  for (const part of inParts(rows)) await sql.query(name, text, [JSON.stringify(part), ...rest])
}
