import type { Sql } from '#server/db/db.ts'

/** Rows that go to the database in one statement: few enough to keep the text small, many enough to be quick. */
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

/** Runs a statement over rows, which it gets as JSON in `$1`, a part at a time; `rest` are its other parameters. */
export async function insert(sql: Sql, name: string, text: string, rows: Iterable<unknown>, ...rest: unknown[]) {
  for (const part of inParts(rows)) await sql.query(name, text, [JSON.stringify(part), ...rest])
}
