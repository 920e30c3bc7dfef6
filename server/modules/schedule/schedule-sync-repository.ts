import * as z from 'zod/mini'
import type { ScheduleDispatcher } from '#contract/boards/schedule.ts'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { pageUsers, personJson } from '#server/records/person.ts'
import { daysByDriver } from '#server/records/schedule-day.ts'
import { type DriverVisibility, scheduledDriverJson, visibilitySuffix } from '#server/records/schedule-driver.ts'
import { cursorId } from '#server/records/sql/cursor.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import type { KeyedListSql } from '#server/records/sync/changed-rows-sql.ts'

const byId = (id: string) => ({ name: 'id', keys: [{ sql: id, type: 'bigint' }], cursor: z.tuple([cursorId]) }) as const

/** The list of the schedule's dispatchers. */
export const scheduleDispatcherList: KeyedListSql = {
  name: 'schedule.dispatchers',
  id: 'p.id',
  from: 'dispatchers p',
  where: 'p.is_current',
  count: 'select count(*) from dispatchers p where p.is_current',
  params: [],
  columns: 'p.id, p.user_id, p.status',
  alias: 'p',
  joins: pageUsers('p'),
  row: jsonObject<ScheduleDispatcher>({ id: 'p.id', user: personJson('u'), status: 'p.status' }),
}

const DAYS = { first: '$1', last: '$2' } as const

/** What a user sees of the schedule's drivers, and the range of their days. */
export interface ScheduledDriversView {
  readonly visibility: DriverVisibility
  readonly range: DayRange
}

/** The list of the schedule's drivers, each with the days of a range. */
export function scheduledDriverList({ visibility, range }: ScheduledDriversView): KeyedListSql {
  return {
    name: `schedule.drivers${visibilitySuffix(visibility)}`,
    id: 'd.id',
    from: 'drivers d',
    where: 'd.is_current',
    count: 'select count(*) from drivers d where d.is_current',
    params: [range.first, range.last],
    columns: 'd.*',
    alias: 'd',
    alongside: `,${daysByDriver('select id from page', DAYS)}`,
    joins: `${pageUsers('d')} left join days on days.driver = d.id`,
    row: scheduledDriverJson(visibility, DAYS, `coalesce(days.days, '[]')`),
  }
}

/** One page of the schedule's dispatchers, by id. */
export const findScheduleDispatchers = (sql: Sql, page: PageRequest): Promise<PageText> =>
  queryPage(sql, scheduleDispatcherList, byId('p.id'), page)

/** One page of the schedule's drivers with their days, by id. */
export const findScheduledDrivers = (sql: Sql, view: ScheduledDriversView, page: PageRequest): Promise<PageText> =>
  queryPage(sql, scheduledDriverList(view), byId('d.id'), page)
