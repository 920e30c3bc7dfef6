import type { ExpenseKind } from '#contract/tolls.ts'
import type { Sql } from '#server/db/db.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'
import { cardholderSql, namedTruckSql, namedUnitSql } from '#server/records/identifier-sql.ts'

/** Whether a row never had a unit, or a driver: what belonged to one who was deleted is nobody else's. */
const isOpen = (row: string, owner: 'unit' | 'driver') => `(${row}.${owner}_id is null and not ${row}.${owner}_is_gone)`

/** SQL for whose a row is that comes in again: whose it was found to be, else whose it is found to be now. */
const keptOr = (owner: 'unit' | 'driver', found: string) =>
  `case when ${isOpen('t', owner)} then ${found}.${owner}_id else t.${owner}_id end`

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
export async function putTolls(sql: Sql, vendor: string, rows: readonly TollRow[]): Promise<void> {
  await sql.query(
    'feeds.put_tolls',
    comparedAfter(
      'tolls',
      `insert into toll_transactions as t (unit_id, date, posted_on, amount, agency, plaza, plate, transponder_id,
       unit_number, source, source_key)
     select ${namedTruckSql('r', 'held')}, r.date, r.posted_on, r.amount, r.agency, r.plaza, r.plate, r.transponder_id,
       r.unit_number, $2, r.key
     from json_to_recordset($1::json) as r (key text, date date, posted_on date, amount numeric, agency text, plaza text,
       plate text, transponder_id text, unit_number text)
     order by r.key
     on conflict (source, source_key) do update set unit_id = ${keptOr('unit', 'excluded')},
       date = excluded.date, posted_on = excluded.posted_on, amount = excluded.amount, agency = excluded.agency,
       plaza = excluded.plaza, plate = excluded.plate, transponder_id = excluded.transponder_id,
       unit_number = excluded.unit_number
     where (t.date, t.posted_on, t.amount, t.agency, t.plaza, t.plate, t.transponder_id, t.unit_number)
       is distinct from (excluded.date, excluded.posted_on, excluded.amount, excluded.agency, excluded.plaza,
         excluded.plate, excluded.transponder_id, excluded.unit_number)
       or ${isOpen('t', 'unit')} and excluded.unit_id is not null returning t.date`,
    ),
    [JSON.stringify(rows), vendor],
  )
}

/** The same of fuel. */
export async function putFuel(sql: Sql, vendor: string, rows: readonly FuelRow[]): Promise<void> {
  await sql.query(
    'feeds.put_fuel',
    comparedAfter(
      'fuel',
      `insert into fuel_transactions as t (driver_id, unit_id, date, gallons, amount, site, product, unit_number,
       network_driver, source, source_key)
     select ${cardholderSql('r', 'held')}, ${namedUnitSql('r', 'held')}, r.date, r.gallons, r.amount, r.site, r.product, r.unit_number, r.network_driver, $2, r.key
     from json_to_recordset($1::json) as r (key text, date date, gallons numeric, amount numeric, site text, product text,
       unit_number text, network_driver bigint)
     order by r.key
     on conflict (source, source_key) do update set driver_id = ${keptOr('driver', 'excluded')},
       unit_id = ${keptOr('unit', 'excluded')}, date = excluded.date, gallons = excluded.gallons,
       amount = excluded.amount, site = excluded.site, product = excluded.product, unit_number = excluded.unit_number,
       network_driver = excluded.network_driver
     where (t.date, t.gallons, t.amount, t.site, t.product, t.unit_number, t.network_driver) is distinct from
         (excluded.date, excluded.gallons, excluded.amount, excluded.site, excluded.product, excluded.unit_number,
          excluded.network_driver)
       or ${isOpen('t', 'driver')} and excluded.driver_id is not null
       or ${isOpen('t', 'unit')} and excluded.unit_id is not null returning t.date`,
    ),
    [JSON.stringify(rows), vendor],
  )
}

/**
 * Gives tolls that never were any truck's, whoever told of them, to the truck that has got its transponder, plate or
 * number here since.
 */
export async function matchTolls(sql: Sql): Promise<void> {
  await sql.query(
    'feeds.match_tolls',
    comparedAfter(
      'tolls',
      `with found as materialized (
       select r.id, ${namedTruckSql('r', 'held')} as unit_id from toll_transactions r
       where ${isOpen('r', 'unit')})
     update toll_transactions t set unit_id = found.unit_id from found
     where t.id = found.id and ${isOpen('t', 'unit')} and found.unit_id is not null returning t.date`,
    ),
  )
}

/** The same of fuel, and of the drivers who have got their number at the network here since. */
export async function matchFuel(sql: Sql): Promise<void> {
  await sql.query(
    'feeds.match_fuel',
    comparedAfter(
      'fuel',
      `with found as materialized (
       select r.id, case when ${isOpen('r', 'unit')} then ${namedUnitSql('r', 'held')} end as unit_id,
         case when ${isOpen('r', 'driver')} then ${cardholderSql('r', 'held')} end as driver_id from fuel_transactions r
       where (${isOpen('r', 'unit')} or ${isOpen('r', 'driver')})
         and (${isOpen('r', 'unit')} and r.unit_number <> '' or ${isOpen('r', 'driver')} and r.network_driver is not null))
     update fuel_transactions t set unit_id = ${keptOr('unit', 'found')}, driver_id = ${keptOr('driver', 'found')}
     from found where t.id = found.id
       and (${isOpen('t', 'unit')} and found.unit_id is not null or ${isOpen('t', 'driver')} and found.driver_id is not null) returning t.date`,
    ),
  )
}
