import type { ImportKind } from '#contract/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { cardholderSql, type Finding, namedTruckSql, namedUnitSql } from '#server/records/identifier-sql.ts'
import type { Brought } from './batch-repository.ts'
import type { DriverNames } from './driver-names.ts'
import type { Found } from './found.ts'
import type { AnyRow } from './read-report.ts'

interface Table {
  readonly table: string
  /** The columns that a report fills, and their types. */
  readonly columns: string
  /** SQL for the unit and the driver of a row `r`. */
  readonly unit: (finding: Finding) => string
  readonly driver: (finding: Finding) => string
}

/** By the card; else whom the name alone told, who may be gone by now. */
const purchaser = (finding: Finding) =>
  `coalesce(${cardholderSql('r', finding)},
    (select d.id from drivers d where d.id = r.named_driver${finding === 'held' ? ' for key share' : ''}))`

const TABLES: Readonly<Record<ImportKind, Table>> = {
  tolls: {
    table: 'toll_transactions',
    columns: `date date, posted_on date, amount numeric, agency text, plaza text, plate text, transponder_id text,
      unit_number text, source_key text`,
    unit: (finding) => namedTruckSql('r', finding),
    driver: () => 'null::integer',
  },
  fuel: {
    table: 'fuel_transactions',
    columns: `date date, gallons numeric, amount numeric, site text, product text, unit_number text,
      network_driver bigint, source_key text`,
    unit: (finding) => namedUnitSql('r', finding),
    driver: purchaser,
  },
}

/** Whose keys the keys of reports are: those of providers are their own. */
const SOURCE = 'report'

const namesIn = (columns: string) => columns.replace(/ \w+(?=,|$)/g, '')
const rowsOf = (columns: string) => `json_to_recordset($1::json) as r(${columns}, named_driver integer)`

/** Rows as JSON, each with the driver whom its name alone tells. */
function withDrivers(rows: readonly AnyRow[], names: DriverNames): string {
  return JSON.stringify(
    rows.map((row) => ('driver_name' in row ? { ...row, named_driver: names(row.driver_name) } : row)),
  )
}

/**
 * Stores rows for a batch, but for those that are here already, each with the unit and the driver that it names; answers
 * what it stored. One statement.
 */
export async function insertRows(
  sql: Sql,
  { id, kind }: { readonly id: number; readonly kind: ImportKind },
  rows: readonly AnyRow[],
  names: DriverNames,
): Promise<Brought> {
  const { table, columns, unit, driver } = TABLES[kind]
  const given = namesIn(columns)
  const [also, whose] = kind === 'fuel' ? [', driver_id', `, ${driver('held')}`] : ['', '']
  const [row] = await sql.query<Brought>(
    `imports.insert.${kind}`,
    `with brought as (
       insert into ${table} (${given}, unit_id${also}, source, batch_id)
       select ${given}, ${unit('held')}${whose}, '${SOURCE}', $2::integer from ${rowsOf(columns)}
       on conflict (source, source_key) do nothing returning date, amount)
     select count(*)::integer as rows, min(date) as first_day, max(date) as last_day,
       coalesce(sum(amount), 0)::float8 as amount from brought`,
    [withDrivers(rows, names), id],
  )
  if (!row) throw new Error('inserting rows answered nothing')
  return row
}

/** What the books say of a row before it is taken in. */
export interface Looked {
  readonly row: AnyRow
  readonly found: Found & { readonly is_known: boolean }
}

const NOT_FOUND: Looked['found'] = { unit_id: null, driver_id: null, is_known: false }

/** Of each row, in their order, whether it is here already, and whose it would be. */
export async function lookUpRows(
  sql: Sql,
  kind: ImportKind,
  rows: readonly AnyRow[],
  names: DriverNames,
): Promise<readonly Looked[]> {
  const { table, columns, unit, driver } = TABLES[kind]
  const found = await sql.query<Looked['found'] & { readonly source_key: string }>(
    `imports.look_up.${kind}`,
    `select r.source_key, ${unit('asked')} as unit_id, ${driver('asked')} as driver_id, exists (select 1 from ${table} t
       where t.source = '${SOURCE}' and t.source_key = r.source_key) as is_known from ${rowsOf(columns)}`,
    [withDrivers(rows, names)],
  )
  const byKey = new Map(found.map((one) => [one.source_key, one]))
  return rows.map((row) => ({ row, found: byKey.get(row.source_key) ?? NOT_FOUND }))
}

/** Deletes exactly the rows that a batch brought. */
export async function deleteRows(sql: Sql, kind: ImportKind, batch: number): Promise<void> {
  await sql.query(`imports.delete.${kind}`, `delete from ${TABLES[kind].table} where batch_id = $1::integer`, [batch])
}
