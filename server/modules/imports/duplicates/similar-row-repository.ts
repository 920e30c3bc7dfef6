import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { BOOKS } from '#server/modules/imports/booked-row-repository.ts'
import { vehicleLabel } from '#server/modules/imports/preview-report.ts'
import { copyKey, type DuplicatePair, type SimilarRow } from './duplicate-pairs.ts'

/** Removes at most `most` days from the list of days to compare and returns them. The latest days come first. */
export async function takeUncomparedDays(sql: Sql, kind: ImportKind, most: number): Promise<readonly string[]> {
  const days = await sql.query<{ date: string }>(
    'imports.duplicates.days',
    `delete from uncompared_days where kind = $1 and date in
       (select date from uncompared_days where kind = $1 order by date desc limit $2::integer) returning date`,
    [kind, most],
  )
  return days.map(({ date }) => date)
}

/**
 * Rows of these days that have a second row with the same day and amount (for fuel: also gallons), except known copies.
 * One statement.
 */
export function findSimilarRows(sql: Sql, kind: ImportKind, days: readonly string[]): Promise<SimilarRow[]> {
  const { table, columns } = BOOKS[kind]
  const isEqual = kind === 'fuel' ? 'and o.gallons = t.gallons' : ''
  return sql.query<SimilarRow>(
    `imports.duplicates.similar.${kind}`,
    `select t.id, t.date, t.amount::float8 as amount, t.clock, ${columns}, t.source, t.source_key,
       t.batch_id, b.file_name, coalesce(b.is_compared, false) as is_compared
     from ${table} t left join import_batches b on b.id = t.batch_id
     where t.date = any($1::date[])
       and exists (select from ${table} o where o.date = t.date and o.amount = t.amount ${isEqual} and o.id <> t.id)
       and not exists (select from duplicate_expenses d where d.kind = '${kind}' and d.again_id = t.id)
     order by t.id`,
    [days],
  )
}

/** The known copies of these rows, as `copyKey` texts. */
export async function findKnownCopies(
  sql: Sql,
  kind: ImportKind,
  rows: readonly SimilarRow[],
): Promise<ReadonlySet<string>> {
  const copies = await sql.query<{ stays_id: number; batch_id: number }>(
    'imports.duplicates.taken',
    'select stays_id, batch_id from duplicate_expenses where kind = $1 and stays_id = any($2::bigint[])',
    [kind, rows.map(({ id }) => id)],
  )
  return new Set(copies.map(({ stays_id, batch_id }) => copyKey(stays_id, batch_id)))
}

/** A row as the user sees it. */
function describeRow(row: SimilarRow) {
  const { date, clock, amount, place, file_name, source } = row
  return { date, clock, amount, place, called: vehicleLabel(row), from: file_name ?? source }
}

/** Stores pairs for the user to decide about. A row that is a known copy already keeps its entry. */
export async function insertPairs(sql: Sql, kind: ImportKind, pairs: readonly DuplicatePair[]): Promise<void> {
  if (pairs.length === 0) return
  const values = pairs.map(({ stays, again, is_sure }) => ({
    stays_id: stays.id,
    again_id: again.id,
    batch_id: again.batch_id,
    is_sure,
    stays: describeRow(stays),
    again: describeRow(again),
  }))
  await sql.query(
    'imports.duplicates.insert',
    `insert into duplicate_expenses (kind, stays_id, again_id, batch_id, is_sure, stays, again)
     select $1, stays_id, again_id, batch_id, is_sure, stays, again from json_to_recordset($2::json)
       as r (stays_id bigint, again_id bigint, batch_id integer, is_sure boolean, stays json, again json)
     order by again_id on conflict do nothing`,
    [kind, JSON.stringify(values)],
  )
}
