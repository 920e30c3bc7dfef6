import type { Sql } from '#server/db/db.ts'
import type { FuelRow } from '#server/providers/fuel/fuel.ts'
import type { TollRow } from '#server/providers/tolls/tolls.ts'
import { cardholderSql, namedTruckSql, namedUnitSql } from '#server/records/identifier-sql.ts'

/**
 * Puts tolls of a vendor into the books; one that is there already is brought up to date, and stays with the truck that
 * it was found to be of. Keys must differ from each other.
 */
export async function putTolls(sql: Sql, vendor: string, rows: readonly TollRow[]): Promise<void> {
  await sql.query(
    'feeds.put_tolls',
    `insert into toll_transactions as t (unit_id, date, posted_on, amount, agency, plaza, plate, transponder_id,
       unit_number, source, source_key)
     select ${namedTruckSql('r', 'held')}, r.date, r.posted_on, r.amount, r.agency, r.plaza, r.plate, r.transponder_id,
       r.unit_number, $2, r.key
     from json_to_recordset($1::json) as r (key text, date date, posted_on date, amount numeric, agency text, plaza text,
       plate text, transponder_id text, unit_number text)
     order by r.key
     on conflict (source, source_key) do update set unit_id = coalesce(t.unit_id, excluded.unit_id),
       date = excluded.date, posted_on = excluded.posted_on, amount = excluded.amount, agency = excluded.agency,
       plaza = excluded.plaza, plate = excluded.plate, transponder_id = excluded.transponder_id,
       unit_number = excluded.unit_number
     where (t.date, t.posted_on, t.amount, t.agency, t.plaza, t.plate, t.transponder_id, t.unit_number)
       is distinct from (excluded.date, excluded.posted_on, excluded.amount, excluded.agency, excluded.plaza,
         excluded.plate, excluded.transponder_id, excluded.unit_number)
       or t.unit_id is null and excluded.unit_id is not null`,
    [JSON.stringify(rows), vendor],
  )
}

/** The same of fuel. */
export async function putFuel(sql: Sql, vendor: string, rows: readonly FuelRow[]): Promise<void> {
  await sql.query(
    'feeds.put_fuel',
    `insert into fuel_transactions as t (driver_id, unit_id, date, gallons, amount, site, product, unit_number,
       network_driver, source, source_key)
     select ${cardholderSql('r', 'held')}, ${namedUnitSql('r', 'held')}, r.date, r.gallons, r.amount, r.site, r.product, r.unit_number, r.network_driver, $2, r.key
     from json_to_recordset($1::json) as r (key text, date date, gallons numeric, amount numeric, site text, product text,
       unit_number text, network_driver bigint)
     order by r.key
     on conflict (source, source_key) do update set driver_id = coalesce(t.driver_id, excluded.driver_id),
       unit_id = coalesce(t.unit_id, excluded.unit_id), date = excluded.date, gallons = excluded.gallons,
       amount = excluded.amount, site = excluded.site, product = excluded.product, unit_number = excluded.unit_number,
       network_driver = excluded.network_driver
     where (t.date, t.gallons, t.amount, t.site, t.product, t.unit_number, t.network_driver) is distinct from
         (excluded.date, excluded.gallons, excluded.amount, excluded.site, excluded.product, excluded.unit_number,
          excluded.network_driver)
       or t.driver_id is null and excluded.driver_id is not null or t.unit_id is null and excluded.unit_id is not null`,
    [JSON.stringify(rows), vendor],
  )
}

/**
 * Gives tolls that were no truck's, whoever told of them, to the truck that has got its transponder, plate or number here
 * since.
 */
export async function matchTolls(sql: Sql): Promise<void> {
  await sql.query(
    'feeds.match_tolls',
    `with found as materialized (
       select r.id, ${namedTruckSql('r', 'held')} as unit_id from toll_transactions r where r.unit_id is null)
     update toll_transactions t set unit_id = found.unit_id from found
     where t.id = found.id and t.unit_id is null and found.unit_id is not null`,
  )
}

/** The same of fuel, and of the drivers who have got their number at the network here since. */
export async function matchFuel(sql: Sql): Promise<void> {
  await sql.query(
    'feeds.match_fuel',
    `with found as materialized (
       select r.id, coalesce(r.unit_id, ${namedUnitSql('r', 'held')}) as unit_id,
         coalesce(r.driver_id, ${cardholderSql('r', 'held')}) as driver_id from fuel_transactions r
       where (r.unit_id is null or r.driver_id is null)
         and (r.unit_id is null and r.unit_number <> '' or r.driver_id is null and r.network_driver is not null))
     update fuel_transactions t set unit_id = coalesce(t.unit_id, found.unit_id),
       driver_id = coalesce(t.driver_id, found.driver_id)
     from found where t.id = found.id
       and (t.unit_id is null and found.unit_id is not null or t.driver_id is null and found.driver_id is not null)`,
  )
}
