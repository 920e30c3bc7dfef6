import * as z from 'zod/mini'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { ALL_DRIVER_FIGURES, DISPATCHER_FIGURES, DRIVER_FIGURES, weekParams, weekTables } from './week-figures.ts'

/** The requested weeks, and whether the user may see income. */
export interface WeeksRequest {
  readonly range: DayRange
  readonly today: string
  readonly withIncome: boolean
}

const ofDriver = (withIncome: boolean) => weekTables(withIncome ? ALL_DRIVER_FIGURES : DRIVER_FIGURES, `'id', page.id,`)
const queryName = (name: string, withIncome: boolean) => (withIncome ? `${name}.income` : name)

/** The weeks of one driver as JSON; null if the driver does not exist. */
export async function findWeeksOfDriver(
  sql: Sql,
  driver: number,
  { range, today, withIncome }: WeeksRequest,
): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    queryName('figures.of_driver', withIncome),
    `with page as (select id from drivers where id = $4::bigint and is_current), ${ofDriver(withIncome)}
     select weeks::text as text from figures`,
    [...weekParams(range, today), driver],
  )
  return row?.text ?? null
}

/** One page of the current drivers or dispatchers with their weeks, ordered by id. */
function findWeeks(
  sql: Sql,
  of: { name: string; table: string; figures: string },
  request: WeeksRequest,
  page: PageRequest,
) {
  const list = {
    name: queryName(of.name, request.withIncome),
    from: `${of.table} d`,
    // Mentions every parameter of the range, so that PostgreSQL knows their types even in the query without `figures`.
    where: 'd.is_current and $1::date is not null and $2::date is not null and $3::date is not null',
    count: `select count(*) from ${of.table} d where d.is_current`,
    params: weekParams(request.range, request.today),
    columns: 'd.id',
    alias: 'page',
    alongside: `, ${of.figures}`,
    joins: 'join figures on figures.id = page.id',
    row: `json_build_object('id', page.id, 'weeks', figures.weeks)`,
  }
  const byId = { name: 'id', keys: [{ sql: 'd.id', type: 'bigint' }], cursor: z.tuple([cursorId]) } as const
  return queryPage(sql, list, byId, page)
}

/** One page of drivers with their weeks. */
export function findDriverWeeks(sql: Sql, request: WeeksRequest, page: PageRequest): Promise<PageText> {
  const of = { name: 'figures.drivers', table: 'drivers', figures: ofDriver(request.withIncome) }
  return findWeeks(sql, of, request, page)
}

/** One page of dispatchers with their weeks. */
export function findDispatcherWeeks(sql: Sql, request: WeeksRequest, page: PageRequest): Promise<PageText> {
  const of = { name: 'figures.dispatchers', table: 'dispatchers', figures: weekTables(DISPATCHER_FIGURES) }
  return findWeeks(sql, of, request, page)
}
