import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { Owners } from '#server/records/owners/owner-lookup.ts'
import type { BatchTotals } from './batch-repository.ts'
import type { AnyRow } from './reading/read-report.ts'

interface Table {
  readonly table: string
  /** The columns that a report fills, with their SQL types. */
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

/** The `source` of rows that come from reports. Vendor feeds use the vendor’s name. */
export const SOURCE = 'report'

/** The column names from a list of columns with types. */
export const columnNames = (columns: string) => columns.replace(/ \w+(?=,|$)/g, '')

/** A row to store, with its owners and its number in the batch. */
export interface NewRow {
  readonly row: AnyRow
  /** Locked by the transaction, so that they still exist when the row is stored. */
  readonly owners: Pick<Owners, 'unit_id' | 'driver_id'>
  readonly number: number
}

/**
 * Stores rows of a batch with their owners, in one statement, and returns their totals. A vendor key that is in the
 * books already is a bug: the statement throws, and nothing of the report is stored.
 */
export async function insertRows(
  sql: Sql,
  { id, kind }: { readonly id: number; readonly kind: ImportKind },
  rows: readonly NewRow[],
): Promise<BatchTotals> {
  const { table, columns, hasDrivers } = REPORT_ROWS[kind]
  const names = columnNames(columns)
  const ownerColumns = hasDrivers ? 'unit_id, driver_id' : 'unit_id'
  const values = rows.map(({ row: { line, former_key, ...row }, owners, number }) => ({
    ...row,
    ...owners,
    // Without a vendor key, the place in the batch is the key. Duplicates were already found by the row’s content.
    source_key: row.own_key ?? `#${id}.${number}`,
  }))
  const [row] = await sql.query<BatchTotals>(
    `imports.insert.${kind}`,
    `with brought as (
       insert into ${table} (${names}, ${ownerColumns}, source, batch_id)
       select ${names}, ${ownerColumns}, '${SOURCE}', $2::integer
       from json_to_recordset($1::json) as r (${columns}, unit_id text, driver_id integer)
       returning date, amount)
     select count(*)::integer as rows, min(date) as first_day, max(date) as last_day,
       coalesce(sum(amount), 0)::float8 as amount from brought`,
    [JSON.stringify(values), id],
  )
  if (!row) throw new Error('inserting rows answered nothing')
  return row
}

/** Deletes exactly the rows of a batch. */
export async function deleteRows(sql: Sql, kind: ImportKind, batch: number): Promise<void> {
  await sql.query(`imports.delete.${kind}`, `delete from ${REPORT_ROWS[kind].table} where batch_id = $1::integer`, [
    batch,
  ])
}
