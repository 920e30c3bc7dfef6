import { STORED_WEEKS } from '#contract/boards/schedule.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { addDays, chicagoDay, sundayOf } from '#server/records/calendar.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { driverVisibility } from '#server/records/schedule-driver.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { changedIdArray, changedIds, syncedList } from '#server/records/sync/synced-list.ts'
import {
  findScheduleDispatchers,
  findScheduledDrivers,
  scheduleDispatcherList,
  scheduledDriverList,
} from './schedule-sync-repository.ts'

/** The weeks that devices store. */
function storedRange(now: Date): DayRange {
  const first = sundayOf(chicagoDay(now))
  return { first, last: addDays(first, STORED_WEEKS * 7 - 1) }
}

/** One page of the schedule's dispatchers. */
export const listScheduleDispatchers = (sql: Sql, page: PageRequest): Promise<PageText> =>
  findScheduleDispatchers(sql, page)

/** One page of all drivers with the days that devices store. */
export const listScheduledDrivers = (sql: Sql, viewer: CurrentUser, page: PageRequest, now: Date): Promise<PageText> =>
  findScheduledDrivers(sql, { visibility: driverVisibility(viewer), range: storedRange(now) }, page)

const USERS = changedIdArray('users')
const UNITS = changedIdArray('trucks', 'trailers')

export const scheduleDispatcherSync = syncedList({
  visibilityOf: () => null,
  listFor: () => scheduleDispatcherList,
  affected: `${changedIds('dispatchers')}
    union all select p.id from dispatchers p where p.user_id = any(${USERS})`,
})

export const scheduledDriverSync = syncedList({
  visibilityOf: driverVisibility,
  listFor: (visibility, now) => scheduledDriverList({ visibility, range: storedRange(now) }),
  // A row shows the driver's days, units and their services, and the service of the unit that the driver had last.
  affected: `${changedIds('drivers')}
    union all select d.id from drivers d where d.user_id = any(${USERS})
    union all select s.driver_id from schedule_days s where s.id = any(${changedIdArray('schedule')})
    union all select t.driver_id from units t where t.id = any(${UNITS})
    union all select t.last_driver_id from units t where t.id = any(${UNITS})`,
})
