import * as z from 'zod/mini'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** Current drivers by their id at the fuel network, each id once. If two drivers share an id, the first one is used. */
const NETWORK_DRIVERS = `(
  select distinct on (d.pilot_flying_j_driver) d.pilot_flying_j_driver as pfj_id, u.sort_name,
    trim(u.first_name || ' ' || u.last_name) as name
  from drivers d join users u on u.id = d.user_id where d.is_current and d.pilot_flying_j_driver is not null
  order by d.pilot_flying_j_driver, d.id) f`

/** One page of the drivers with an id at the fuel network, ordered by name. */
export function findNetworkDrivers(sql: Sql, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'fuel.drivers',
    from: NETWORK_DRIVERS,
    where: 'true',
    count: `select count(distinct d.pilot_flying_j_driver) from drivers d where d.is_current`,
    params: [],
    columns: 'f.*',
    alias: 'f',
    joins: '',
    row: `json_build_object('pfj_id', f.pfj_id, 'name', f.name)`,
  }
  const order = {
    name: 'name',
    keys: [
      { sql: 'f.sort_name', type: 'text' },
      { sql: 'f.pfj_id', type: 'bigint' },
    ],
    cursor: z.tuple([cursorText, cursorId]),
  } as const
  return queryPage(sql, list, order, page)
}

/**
 * The fuel expenses in a range of days, in dollars.
 * @param networkIds ids of drivers at the fuel network; null for all expenses
 */
export async function sumFuel(sql: Sql, { first, last }: DayRange, networkIds: readonly number[] | null) {
  const [row] = networkIds
    ? await sql.query<{ total: number }>(
        'fuel.expenses.of_drivers',
        `select coalesce(sum(t.amount), 0)::float8 as total from fuel_transactions t
         where t.date between $1::date and $2::date
           and t.driver_id = any(array(select id from drivers where pilot_flying_j_driver = any($3::bigint[])))`,
        [first, last, networkIds],
      )
    : await sql.query<{ total: number }>(
        'fuel.expenses',
        `select coalesce(sum(amount), 0)::float8 as total from daily_totals
         where kind = 'fuel' and date between $1::date and $2::date`,
        [first, last],
      )
  return row?.total ?? 0
}
