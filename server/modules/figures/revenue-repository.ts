import * as z from 'zod/mini'
import { isoDate } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

const NEWEST_FIRST = {
  name: 'newest',
  keys: [
    { sql: 'r.date', type: 'date' },
    { sql: 'r.id', type: 'bigint' },
  ],
  isDescending: true,
  cursor: z.tuple([isoDate, cursorId]),
} as const

const ROW = `json_build_object('id', r.id, 'date', r.date, 'dispatcher', r.dispatcher_id, 'driver', r.driver_id,
      'amount', r.amount::float8)`

/** One page of the gross revenue of a dispatcher’s drivers, newest first. `total` covers the whole range. */
export function findRevenue(
  sql: Sql,
  dispatcher: number,
  { first, last }: DayRange,
  page: PageRequest,
): Promise<PageText> {
  const where = `r.dispatcher_id = $1::bigint and r.date between $2::date and $3::date
    and exists (select from dispatchers where id = $1::bigint and is_current)`
  const list = {
    name: 'figures.revenue',
    first: `summed as materialized (
      select count(*) as count, coalesce(sum(r.amount), 0) as total from gross_revenue r where ${where})`,
    from: 'gross_revenue r',
    where,
    count: 'select count from summed',
    total: 'select total from summed',
    params: [dispatcher, first, last],
    columns: 'r.*',
    alias: 'r',
    joins: '',
    row: ROW,
  }
  return queryPage(sql, list, NEWEST_FIRST, page)
}

/** One page of all gross revenue, newest first. `total` covers the whole range and comes from the daily sums. */
export function findAllRevenue(sql: Sql, { first, last }: DayRange, page: PageRequest): Promise<PageText> {
  const where = 'r.date between $1::date and $2::date'
  const list = {
    name: 'figures.all_revenue',
    from: 'gross_revenue r',
    where,
    count: `select count(*) from gross_revenue r where ${where}`,
    total: `select coalesce(sum(amount), 0) from daily_totals
      where kind = 'revenue' and date between $1::date and $2::date`,
    params: [first, last],
    columns: 'r.*',
    alias: 'r',
    joins: '',
    row: ROW,
  }
  return queryPage(sql, list, NEWEST_FIRST, page)
}
