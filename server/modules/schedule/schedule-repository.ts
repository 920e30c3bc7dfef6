import * as z from 'zod/mini'
import type { ScheduleOrdering } from '#contract/people/dispatcher-choices.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import type { Sql } from '#server/db/db.ts'
import { personJson } from '#server/records/person.ts'
import { daysByDriver } from '#server/records/schedule-day.ts'
import { type DriverVisibility, scheduleDriverJson, visibilitySuffix } from '#server/records/schedule-driver.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type OrderField, personNameOrder, readOrdering, type SortOrders } from '#server/records/sql/ordering.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

/** The id of the last row, with the drivers without a dispatcher. No sequence ever generates 0. */
const NOBODY = 0
const NAME: OrderField = [[{ sql: 'r.sort_name', type: 'text' }, cursorText]]
const ID: OrderField = [[{ sql: 'r.dispatcher', type: 'bigint' }, cursorId]]

/** The server's counterpart of `compareScheduleRows`, for every sort order: both must sort rows identically. */
const ORDERS: SortOrders<ScheduleOrdering> = {
  param: 'ordering',
  fields: {
    first_name: personNameOrder('first_name', 'r'),
    last_name: personNameOrder('last_name', 'r'),
    status: [[{ sql: 'r.status_rank', type: 'bigint' }, cursorId]],
    id: ID,
  },
  names: NAME,
  first: [[{ sql: 'r.is_nobody', type: 'boolean' }, z.boolean()]],
  ties: [...NAME, ...ID],
  defaultOrder: 'first_name,last_name',
  cursorNames: { 'first_name,last_name': 'name' },
}

const ROWS = `(
  select p.id as dispatcher, u.sort_name, u.first_name, u.last_name, false as is_nobody,
    case p.status when 'working' then 0 when 'dissmissed' then 1 else 2 end as status_rank
  from dispatchers p join users u on u.id = p.user_id where p.is_current
  union all
  select ${NOBODY}, '' collate "C", '', '', true, 0 where exists (select from drivers where dispatcher_id is null and is_current)) r`

/** The rows whose drivers have a day of status `$3` in the range. It uses the index of days by date and status. */
const FITTING = `fitting as materialized (
  select distinct coalesce(d.dispatcher_id, ${NOBODY}) as dispatcher from drivers d where d.is_current and d.id in (
    select s.driver_id from schedule_days s where s.date between $1::date and $2::date and s.status = $3))`
const FITS = 'r.dispatcher in (select dispatcher from fitting)'
/** All rows. It names both parameters, so that PostgreSQL knows their types in every variant of the statement. */
const ALL = '$1::date is not null and $2::date is not null'

/** Joins of the page's dispatchers and of their drivers with the days, from the CTEs in `TEAMS`. */
const joins = (visibility: DriverVisibility) => `
  left join dispatchers p on p.id = page.dispatcher left join users pu on pu.id = p.user_id
  left join (
    select coalesce(d.dispatcher_id, ${NOBODY}) as dispatcher, json_agg(${scheduleDriverJson(visibility, { first: '$1', last: '$2' }, `coalesce(days.days, '[]')`)}
        order by u.sort_name, d.id) as drivers
    from crew d join users u on u.id = d.user_id left join days on days.driver = d.id
    group by coalesce(d.dispatcher_id, ${NOBODY})) team on team.dispatcher = page.dispatcher`

const ROW = `json_build_object('id', p.id, 'user', case when p.id is not null then ${personJson('pu')} end,
  'status', p.status, 'drivers', coalesce(team.drivers, '[]'))`

/** The drivers of the page's dispatchers, and their days. */
const TEAMS = `,
  crew as materialized (
    select d.* from drivers d where d.is_current and d.dispatcher_id = any(array(select dispatcher from page))
    union all
    select d.* from drivers d where d.is_current and d.dispatcher_id is null and exists (select from page where dispatcher = ${NOBODY})),
  ${daysByDriver('select id from crew', { first: '$1', last: '$2' })}`

export interface ScheduleFilter {
  readonly first: string
  readonly last: string
  /** The query's `ordering`. */
  readonly ordering: string
  /** Only dispatchers with a driver who has a day of this status in the range; empty for all. */
  readonly filter: DutyStatus | ''
  readonly visibility: DriverVisibility
}

/** One page of dispatchers with their drivers and the days of a range; drivers without a dispatcher come last. */
export function findSchedule(
  sql: Sql,
  { first, last, ordering, filter, visibility }: ScheduleFilter,
  page: PageRequest,
): Promise<PageText> {
  const where = filter === '' ? ALL : FITS
  const list = {
    name: `schedule.list${filter === '' ? '' : '.filtered'}${visibilitySuffix(visibility)}`,
    from: ROWS,
    where,
    count: `select count(*) from ${ROWS} where ${where}`,
    params: filter === '' ? [first, last] : [first, last, filter],
    ...(filter !== '' && { first: FITTING }),
    columns: 'r.dispatcher',
    alias: 'page',
    alongside: TEAMS,
    joins: joins(visibility),
    row: ROW,
  }
  return queryPage(sql, list, readOrdering(ordering, ORDERS), page)
}
