import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { Owners } from '#server/records/owners/known-owners.ts'
import type { Brought } from './batch-repository.ts'
import type { AnyRow } from './reading/read-report.ts'

interface Table {
  readonly table: string
  /** The columns that a report fills, and their types. */
  readonly columns: string
  readonly hasDrivers: boolean
}

export const REPORT_ROWS: Readonly<Record<ImportKind, Table>> = {
  tolls: {
    table: 'toll_transactions',
    columns: `date date, posted_on date, amount numeric, agency text, plaza text, plate text, transponder_id text,
      unit_number text, clock text, source_key text`,
    hasDrivers: false,
  },
  fuel: {
    table: 'fuel_transactions',
    columns: `date date, gallons numeric, amount numeric, site text, product text, unit_number text,
      network_driver bigint, invoice text, clock text, source_key text`,
    hasDrivers: true,
  },
}

/** Whose keys the keys of reports are: those of providers are their own. */
export const SOURCE = 'report'

/** The names of columns that are given with their types. */
export const namesIn = (columns: string) => columns.replace(/ \w+(?=,|$)/g, '')

/** A row that is to be stored, whose it is, and its number in the batch. */
export interface NewRow {
  readonly row: AnyRow
  /** They are held by the transaction. */
  readonly owners: Pick<Owners, 'unit_id' | 'driver_id'>
  readonly number: number
}

/**
 * Stores rows for a batch, each with whose it is; answers what it stored. One statement. A vendor's key that is in the books
 * already is a fault of the program: it throws, and nothing of the report is stored.
 */
export async function insertRows(
  sql: Sql,
  { id, kind }: { readonly id: number; readonly kind: ImportKind },
  rows: readonly NewRow[],
): Promise<Brought> {
  const { table, columns, hasDrivers } = REPORT_ROWS[kind]
  const given = namesIn(columns)
  const whose = hasDrivers ? 'unit_id, driver_id' : 'unit_id'
  const values = rows.map(({ row: { line, former_key, ...row }, owners, number }) => ({
    ...row,
    ...owners,
    // Its place in its batch is a key where the vendor gives none: what it is was found out by its meaning.
    source_key: row.own_key ?? `#${id}.${number}`,
  }))
  const [row] = await sql.query<Brought>(
    `imports.insert.${kind}`,
    `with brought as (
       insert into ${table} (${given}, ${whose}, source, batch_id)
       select ${given}, ${whose}, '${SOURCE}', $2::integer
       from json_to_recordset($1::json) as r (${columns}, unit_id text, driver_id integer)
       returning date, amount)
     select count(*)::integer as rows, min(date) as first_day, max(date) as last_day,
       coalesce(sum(amount), 0)::float8 as amount from brought`,
    [JSON.stringify(values), id],
  )
  if (!row) throw new Error('inserting rows answered nothing')
  return row
}

/** Deletes exactly the rows that a batch brought. */
export async function deleteRows(sql: Sql, kind: ImportKind, batch: number): Promise<void> {
  await sql.query(`imports.delete.${kind}`, `delete from ${REPORT_ROWS[kind].table} where batch_id = $1::integer`, [
    batch,
  ])
}
