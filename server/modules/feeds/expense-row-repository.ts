import type { ExpenseKind } from '#contract/expenses/tolls.ts'
import type { Sql } from '#server/db/db.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'
import { lockedIdSql } from '#server/records/owners/locked-owners.ts'

/** The owners that were found for a vendor’s row; null if none was found. */
interface WithUnit {
  readonly unit_id: string | null
}
interface WithOwners extends WithUnit {
  readonly driver_id: number | null
}

type Owner = 'unit' | 'driver'

/** SQL for rows that never had this owner. A row whose owner was deleted must not get another one. */
const lacksOwner = (owner: Owner) => `(t.${owner}_id is null and not t.${owner}_is_gone)`

/** SQL for the owner of a re-imported row: keeps the owner found earlier, otherwise uses the one found now. */
const ownerOr = (owner: Owner, found: string) => `case when ${lacksOwner(owner)} then ${found} else t.${owner}_id end`

/**
 * SQL that changes rows and marks their days for the comparison with reports (`compare-days.ts`). Without imported
 * reports nothing is marked. `change` must return the `date` of each row.
 */
const thenCompareDays = (kind: ExpenseKind, change: string) => `with changed as (${change})
  insert into uncompared_days (kind, date) select '${kind}', date from (select distinct date from changed) days
  where exists (select from import_batches where kind = '${kind}') order by date on conflict do nothing`

/**
 * Stores a vendor’s tolls. A toll that is stored already is updated and keeps the truck that was found for it, or no
 * truck if that truck was deleted. Keys must be unique within `rows`.
 */
export async function storeTolls(sql: Sql, vendor: string, rows: readonly (TollRow & WithUnit)[]): Promise<void> {
  await sql.query(
    'feeds.put_tolls',
    thenCompareDays(
      'tolls',
      `insert into toll_transactions as t (unit_id, date, posted_on, amount, agency, plaza, plate, transponder_id,
         unit_number, source, source_key)
       select ${lockedIdSql('units', 'r.unit_id')}, r.date, r.posted_on, r.amount, r.agency, r.plaza, r.plate, r.transponder_id,
         r.unit_number, $2, r.key
       from json_to_recordset($1::json) as r (key text, date date, posted_on date, amount numeric, agency text, plaza text,
         plate text, transponder_id text, unit_number text, unit_id text)
       order by r.key
       on conflict (source, source_key) do update set unit_id = ${ownerOr('unit', 'excluded.unit_id')},
         date = excluded.date, posted_on = excluded.posted_on, amount = excluded.amount, agency = excluded.agency,
         plaza = excluded.plaza, plate = excluded.plate, transponder_id = excluded.transponder_id,
         unit_number = excluded.unit_number
       where (t.date, t.posted_on, t.amount, t.agency, t.plaza, t.plate, t.transponder_id, t.unit_number)
         is distinct from (excluded.date, excluded.posted_on, excluded.amount, excluded.agency, excluded.plaza,
           excluded.plate, excluded.transponder_id, excluded.unit_number)
         or ${lacksOwner('unit')} and excluded.unit_id is not null returning t.date`,
    ),
    [JSON.stringify(rows), vendor],
  )
}

/** Stores a vendor’s fuel purchases by the same rules, with unit and driver. */
export async function storeFuel(sql: Sql, vendor: string, rows: readonly (FuelRow & WithOwners)[]): Promise<void> {
  await sql.query(
    'feeds.put_fuel',
    thenCompareDays(
      'fuel',
      `insert into fuel_transactions as t (driver_id, unit_id, date, gallons, amount, site, product, unit_number,
         network_driver, source, source_key)
       select ${lockedIdSql('drivers', 'r.driver_id')}, ${lockedIdSql('units', 'r.unit_id')}, r.date, r.gallons, r.amount, r.site, r.product,
         r.unit_number, r.network_driver, $2, r.key
       from json_to_recordset($1::json) as r (key text, date date, gallons numeric, amount numeric, site text, product text,
         unit_number text, network_driver bigint, unit_id text, driver_id integer)
       order by r.key
       on conflict (source, source_key) do update set driver_id = ${ownerOr('driver', 'excluded.driver_id')},
         unit_id = ${ownerOr('unit', 'excluded.unit_id')}, date = excluded.date, gallons = excluded.gallons,
         amount = excluded.amount, site = excluded.site, product = excluded.product, unit_number = excluded.unit_number,
         network_driver = excluded.network_driver
       where (t.date, t.gallons, t.amount, t.site, t.product, t.unit_number, t.network_driver) is distinct from
           (excluded.date, excluded.gallons, excluded.amount, excluded.site, excluded.product, excluded.unit_number,
            excluded.network_driver)
         or ${lacksOwner('driver')} and excluded.driver_id is not null
         or ${lacksOwner('unit')} and excluded.unit_id is not null returning t.date`,
    ),
    [JSON.stringify(rows), vendor],
  )
}

/**
 * A spelling on one day of rows without an owner. Tolls have no card. Fuel has no tag and no plate: these are empty.
 */
export interface UnmatchedSpelling {
  readonly date: string
  readonly transponder_id: string
  readonly plate: string
  readonly unit_number: string
  /** The driver’s number at the fuel network. */
  readonly card: number | null
}

interface Table {
  readonly table: string
  /** SQL condition for rows that lack an owner. Must equal the condition of the partial index. */
  readonly open: string
  /** The table’s columns for the fields of `UnmatchedSpelling`, except `date` and `unit_number`. */
  readonly spelled: readonly [transponder: string, plate: string, card: string]
  readonly owners: readonly Owner[]
}

const TABLES: Readonly<Record<ExpenseKind, Table>> = {
  tolls: {
    table: 'toll_transactions',
    open: 't.unit_id is null and not t.unit_is_gone',
    spelled: ['t.transponder_id', 't.plate', 'null::bigint'],
    owners: ['unit'],
  },
  fuel: {
    table: 'fuel_transactions',
    open: '(t.unit_id is null and not t.unit_is_gone or t.driver_id is null and not t.driver_is_gone)',
    spelled: [`''`, `''`, 't.network_driver'],
    owners: ['unit', 'driver'],
  },
}

/** Rows by id: those after `after`, up to and including `last`. */
export interface UnmatchedRows {
  readonly after: number
  readonly last: number
  readonly spellings: readonly UnmatchedSpelling[]
}

/** The spellings of at most `most` rows without an owner, after row id `after`; null if there are none. */
export async function findUnmatchedRows(
  sql: Sql,
  kind: ExpenseKind,
  after: number,
  most: number,
): Promise<UnmatchedRows | null> {
  const { table, open, spelled } = TABLES[kind]
  const [transponder, plate, card] = spelled
  const [row] = await sql.query<{ last: number | null; spellings: readonly UnmatchedSpelling[] | null }>(
    `feeds.open.${kind}`,
    `with part as (select t.id, t.date, ${transponder} as transponder_id, ${plate} as plate, t.unit_number, ${card} as card
       from ${table} t where ${open} and t.id > $1::bigint order by t.id limit $2::integer)
     select (select max(id) from part) as last, (select json_agg(s) from
       (select distinct date, transponder_id, plate, unit_number, card from part) s) as spellings`,
    [after, most],
  )
  if (!row || row.last === null) return null
  return { after, last: row.last, spellings: row.spellings ?? [] }
}

/** Assigns rows to the owners that match their spellings. A row that got an owner meanwhile keeps it. */
export async function assignOwners(
  sql: Sql,
  kind: ExpenseKind,
  { after, last }: UnmatchedRows,
  found: readonly (UnmatchedSpelling & WithOwners)[],
): Promise<void> {
  const { table, open, spelled, owners } = TABLES[kind]
  const [transponder, plate, card] = spelled
  const assignments = owners.map((owner) => `${owner}_id = ${ownerOr(owner, `f.${owner}_id`)}`)
  const isNew = owners.map((owner) => `${lacksOwner(owner)} and f.${owner}_id is not null`)
  await sql.query(
    `feeds.give.${kind}`,
    thenCompareDays(
      kind,
      `update ${table} t set ${assignments.join(', ')}
       from (select r.date, r.transponder_id, r.plate, r.unit_number, r.card, ${lockedIdSql('units', 'r.unit_id')} as unit_id,
           ${lockedIdSql('drivers', 'r.driver_id')} as driver_id
         from json_to_recordset($3::json) as r (date date, transponder_id text, plate text, unit_number text, card bigint,
           unit_id text, driver_id integer)) f
       where ${open} and t.id > $1::bigint and t.id <= $2::bigint and t.date = f.date and t.unit_number = f.unit_number
         and ${transponder} = f.transponder_id and ${plate} = f.plate and ${card} is not distinct from f.card
         and (${isNew.join(' or ')}) returning t.date`,
    ),
    [after, last, JSON.stringify(found)],
  )
}
