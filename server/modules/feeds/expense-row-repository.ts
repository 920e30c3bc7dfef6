import type { ExpenseKind } from '#contract/expenses/tolls.ts'
import type { Sql } from '#server/db/db.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'
import { held } from '#server/records/owners/held-owners.ts'

/** Whose rows of a vendor are found to be. */
interface WithUnit {
  readonly unit_id: string | null
}
interface WithOwners extends WithUnit {
  readonly driver_id: number | null
}

type Owner = 'unit' | 'driver'

/** Whether a row never had a unit, or a driver: what belonged to one who was deleted is nobody else's. */
const isOpen = (owner: Owner) => `(t.${owner}_id is null and not t.${owner}_is_gone)`

/** SQL for whose a row is that comes in again: whose it was found to be, else whose it is found to be now. */
const keptOr = (owner: Owner, found: string) => `case when ${isOpen(owner)} then ${found} else t.${owner}_id end`

/**
 * SQL for a change of rows, after which their days are compared with what reports brought (`compare-days.ts`): without reports
 * there is nothing to compare. `change` returns the `date` of each row.
 */
const comparedAfter = (kind: ExpenseKind, change: string) => `with changed as (${change})
  insert into uncompared_days (kind, date) select '${kind}', date from (select distinct date from changed) days
  where exists (select from import_batches where kind = '${kind}') order by date on conflict do nothing`

/**
 * Puts tolls of a vendor into the books; one that is there already is brought up to date, and stays with the truck that
 * it was found to be of; with nobody, when that was deleted. Keys must differ from each other.
 */
export async function putTolls(sql: Sql, vendor: string, rows: readonly (TollRow & WithUnit)[]): Promise<void> {
  await sql.query(
    'feeds.put_tolls',
    comparedAfter(
      'tolls',
      `insert into toll_transactions as t (unit_id, date, posted_on, amount, agency, plaza, plate, transponder_id,
         unit_number, source, source_key)
       select ${held('units', 'r.unit_id')}, r.date, r.posted_on, r.amount, r.agency, r.plaza, r.plate, r.transponder_id,
         r.unit_number, $2, r.key
       from json_to_recordset($1::json) as r (key text, date date, posted_on date, amount numeric, agency text, plaza text,
         plate text, transponder_id text, unit_number text, unit_id text)
       order by r.key
       on conflict (source, source_key) do update set unit_id = ${keptOr('unit', 'excluded.unit_id')},
         date = excluded.date, posted_on = excluded.posted_on, amount = excluded.amount, agency = excluded.agency,
         plaza = excluded.plaza, plate = excluded.plate, transponder_id = excluded.transponder_id,
         unit_number = excluded.unit_number
       where (t.date, t.posted_on, t.amount, t.agency, t.plaza, t.plate, t.transponder_id, t.unit_number)
         is distinct from (excluded.date, excluded.posted_on, excluded.amount, excluded.agency, excluded.plaza,
           excluded.plate, excluded.transponder_id, excluded.unit_number)
         or ${isOpen('unit')} and excluded.unit_id is not null returning t.date`,
    ),
    [JSON.stringify(rows), vendor],
  )
}

/** The same of fuel. */
export async function putFuel(sql: Sql, vendor: string, rows: readonly (FuelRow & WithOwners)[]): Promise<void> {
  await sql.query(
    'feeds.put_fuel',
    comparedAfter(
      'fuel',
      `insert into fuel_transactions as t (driver_id, unit_id, date, gallons, amount, site, product, unit_number,
         network_driver, source, source_key)
       select ${held('drivers', 'r.driver_id')}, ${held('units', 'r.unit_id')}, r.date, r.gallons, r.amount, r.site, r.product,
         r.unit_number, r.network_driver, $2, r.key
       from json_to_recordset($1::json) as r (key text, date date, gallons numeric, amount numeric, site text, product text,
         unit_number text, network_driver bigint, unit_id text, driver_id integer)
       order by r.key
       on conflict (source, source_key) do update set driver_id = ${keptOr('driver', 'excluded.driver_id')},
         unit_id = ${keptOr('unit', 'excluded.unit_id')}, date = excluded.date, gallons = excluded.gallons,
         amount = excluded.amount, site = excluded.site, product = excluded.product, unit_number = excluded.unit_number,
         network_driver = excluded.network_driver
       where (t.date, t.gallons, t.amount, t.site, t.product, t.unit_number, t.network_driver) is distinct from
           (excluded.date, excluded.gallons, excluded.amount, excluded.site, excluded.product, excluded.unit_number,
            excluded.network_driver)
         or ${isOpen('driver')} and excluded.driver_id is not null
         or ${isOpen('unit')} and excluded.unit_id is not null returning t.date`,
    ),
    [JSON.stringify(rows), vendor],
  )
}

/** A spelling of rows without an owner, on one day. Tolls have no card, fuel has no tag and no plate: these are empty. */
export interface OpenSpelling {
  readonly date: string
  readonly transponder_id: string
  readonly plate: string
  readonly unit_number: string
  /** The number at the fuel network. */
  readonly card: number | null
}

interface Table {
  readonly table: string
  /** Which rows lack an owner; the partial index has the same words. */
  readonly open: string
  /** The columns of the table for those of `OpenSpelling` beside the date and the number. */
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

/** Rows by their numbers: those behind `after`, up to `last`. */
export interface OpenRows {
  readonly after: number
  readonly last: number
  readonly spellings: readonly OpenSpelling[]
}

/** The spellings of rows without an owner, of at most `most` rows behind the row `after`; null when there are none. */
export async function findOpenRows(sql: Sql, kind: ExpenseKind, after: number, most: number): Promise<OpenRows | null> {
  const { table, open, spelled } = TABLES[kind]
  const [transponder, plate, card] = spelled
  const [row] = await sql.query<{ last: number | null; spellings: readonly OpenSpelling[] | null }>(
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

/** Gives these rows to the owners that their spellings mean. A row that has an owner by now keeps it. */
export async function giveRows(
  sql: Sql,
  kind: ExpenseKind,
  { after, last }: OpenRows,
  found: readonly (OpenSpelling & WithOwners)[],
): Promise<void> {
  const { table, open, spelled, owners } = TABLES[kind]
  const [transponder, plate, card] = spelled
  const given = owners.map((owner) => `${owner}_id = ${keptOr(owner, `f.${owner}_id`)}`)
  const isNew = owners.map((owner) => `${isOpen(owner)} and f.${owner}_id is not null`)
  await sql.query(
    `feeds.give.${kind}`,
    comparedAfter(
      kind,
      `update ${table} t set ${given.join(', ')}
       from (select r.date, r.transponder_id, r.plate, r.unit_number, r.card, ${held('units', 'r.unit_id')} as unit_id,
           ${held('drivers', 'r.driver_id')} as driver_id
         from json_to_recordset($3::json) as r (date date, transponder_id text, plate text, unit_number text, card bigint,
           unit_id text, driver_id integer)) f
       where ${open} and t.id > $1::bigint and t.id <= $2::bigint and t.date = f.date and t.unit_number = f.unit_number
         and ${transponder} = f.transponder_id and ${plate} = f.plate and ${card} is not distinct from f.card
         and (${isNew.join(' or ')}) returning t.date`,
    ),
    [after, last, JSON.stringify(found)],
  )
}
