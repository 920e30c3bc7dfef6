import type { ImportKind } from '#contract/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { Brought } from './batch-repository.ts'
import type { AnyRow } from './read-report.ts'

/** The columns of each kind's table that a report fills, and their types. */
const TABLES = {
  tolls: {
    table: 'toll_transactions',
    columns: `unit_id text, date date, posted_on date, amount numeric, agency text, plaza text, plate text,
      transponder_id text, unit_number text, source_key text`,
  },
  fuel: {
    table: 'fuel_transactions',
    columns: `driver_id integer, unit_id text, date date, gallons numeric, amount numeric, site text, product text,
      source_key text`,
  },
} as const satisfies Record<ImportKind, { readonly table: string; readonly columns: string }>

/** Whose keys the keys of reports are: those of providers are their own. */
const SOURCE = 'report'

const namesIn = (columns: string) => columns.replace(/ \w+(?=,|$)/g, '')

/** Stores rows for a batch, but for those that are here already; answers what it stored. One statement. */
export async function insertRows(sql: Sql, kind: ImportKind, batch: number, rows: readonly AnyRow[]): Promise<Brought> {
  const { table, columns } = TABLES[kind]
  const names = namesIn(columns)
  const [row] = await sql.query<Brought>(
    `imports.insert.${kind}`,
    `with brought as (
       insert into ${table} (${names}, source, batch_id)
       select ${names}, '${SOURCE}', $2::integer from json_to_recordset($1::json) as r(${columns})
       on conflict (source, source_key) do nothing returning date, amount)
     select count(*)::integer as rows, min(date) as first_day, max(date) as last_day,
       coalesce(sum(amount), 0)::float8 as amount from brought`,
    [JSON.stringify(rows), batch],
  )
  if (!row) throw new Error('inserting rows answered nothing')
  return row
}

/** Which of these rows' keys are here already. */
export async function findKnownKeys(sql: Sql, kind: ImportKind, rows: readonly AnyRow[]): Promise<ReadonlySet<string>> {
  const found = await sql.query<{ source_key: string }>(
    `imports.known.${kind}`,
    `select source_key from ${TABLES[kind].table} where source = '${SOURCE}' and source_key = any($1::text[])`,
    [rows.map(({ source_key }) => source_key)],
  )
  return new Set(found.map(({ source_key }) => source_key))
}

/** Deletes exactly the rows that a batch brought. */
export async function deleteRows(sql: Sql, kind: ImportKind, batch: number): Promise<void> {
  await sql.query(`imports.delete.${kind}`, `delete from ${TABLES[kind].table} where batch_id = $1::integer`, [batch])
}
