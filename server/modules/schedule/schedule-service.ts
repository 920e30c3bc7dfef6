import type { scheduleEndpoints } from '#contract/boards/schedule.ts'
import type { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { BodyOf, QueryOf } from '#contract/wire/endpoint.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { invalid, notFound, type Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addDays, chicagoDay, countDays } from '#server/records/calendar.ts'
import { type ChangeRequest, changeRecord, type LockedRecord } from '#server/records/change-record.ts'
import { findRecordChangesSince } from '#server/records/changes-since.ts'
import { isClientIdTaken } from '#server/records/client-id-lookup.ts'
import { checkRange, weekFrom } from '#server/records/day-range.ts'
import { conflictProblem } from '#server/records/merge.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { driverVisibility } from '#server/records/schedule-driver.ts'
import type { PageText } from '#server/records/sql/page-sql.ts'
import { changedDay, type DayFields } from './changed-day.ts'
import { dayStore, driverExists, findDaysOfDriver } from './day-repository.ts'
import { findSchedule } from './schedule-repository.ts'
import { noSuchDriver, setDays } from './set-days.ts'
import { lockDays, type WrittenDay } from './set-days-repository.ts'

type Endpoints = typeof scheduleEndpoints & typeof scheduleChanges

/** The schedule of all dispatchers in a range: by default seven days from today; seven days if only one end is set. */
export async function listSchedule(
  sql: Sql,
  viewer: CurrentUser,
  query: QueryOf<Endpoints['list']>,
  now: Date,
): Promise<PageText> {
  const { date_after, date_before, ordering, filter, ...page } = query
  const range = weekFrom(chicagoDay(now), { first: date_after, last: date_before }, 'date_before')
  return findSchedule(sql, { ...range, ordering, filter, visibility: driverVisibility(viewer) }, page)
}

/** One page of a driver's days. Throws 404 when the driver does not exist, and 400 for an invalid range. */
export async function listDaysOfDriver(
  sql: Sql,
  ref: RecordRef,
  query: QueryOf<Endpoints['listForDriver']>,
): Promise<PageText> {
  const { date_after: first = null, date_before: last = null, ...page } = query
  if (first && last && last < first) throw invalid({ date_before: ['The end must not be before the beginning.'] })
  if (typeof ref !== 'number') throw notFound()
  const days = await findDaysOfDriver(sql, ref, { first, last }, page)
  if (days.count === 0 && !(await driverExists(sql, ref))) throw notFound()
  return days
}

/**
 * Changes the status or the description of a day. A user who saw a cleared day plans it again by setting a status. A
 * description alone is not possible there: the user must decide (412). A user who saw nothing gets 404 for a cleared
 * day. Throws 404, 412: see `changeRecord`.
 */
export async function changeDay(
  request: ChangeRequest,
  ref: RecordRef,
  body: BodyOf<Endpoints['update']>,
): Promise<RecordText> {
  const { seenVersion: seen, sql } = request
  if (seen !== null && body.status === undefined) {
    const day = await dayStore.lock(sql, ref)
    if (day?.fields.status === null) throw (await clearedDayConflict(request, day, seen, body)) ?? notFound()
  }
  return changeRecord<DayFields>(request, dayStore, ref, body, (_differs, { status }) => {
    if (status === null && seen === null) throw notFound()
    return {}
  })
}

/**
 * The 412 for a new description of a cleared day, even an empty description; null when the change has no description or
 * the day does not exist.
 */
async function clearedDayConflict(
  { sql, author }: ChangeRequest,
  { id, fields }: LockedRecord<DayFields>,
  seen: number,
  { description }: BodyOf<Endpoints['update']>,
): Promise<Problem | null> {
  if (description === undefined) return null
  const changesSince = await findRecordChangesSince(sql, author, dayStore.area, [id, seen])
  const since = changedDay(fields, seen, changesSince).get('description')
  const day = await dayStore.find(sql, id)
  if (!day) return null
  return conflictProblem(JSON.parse(day.text), { description: { theirs: '', yours: description, ...since } })
}

/**
 * Plans, changes and clears several days of a driver, all or none. Returns JSON. Throws 400 by field, 412: see
 * `setDays`.
 */
export async function setDaysOf(request: ChangeRequest, body: BodyOf<Endpoints['setDays']>): Promise<string> {
  const { driver, days: requestedDays } = body
  const dates = requestedDays.map(({ date }) => date)
  const lockedDays = await lockDays(request.sql, driver, dates)
  if (!lockedDays) throw noSuchDriver('driver')
  const days = await setDays(request, lockedDays, requestedDays)
  const cleared = days.filter((day) => day.isCleared).map(({ date, version }) => ({ date, version }))
  return `{"days":${listText(days)},"cleared":${JSON.stringify(cleared)}}`
}

const listText = (days: readonly WrittenDay[]) =>
  `[${days.flatMap(({ isCleared, text }) => (isCleared ? [] : [text])).join(',')}]`

/**
 * Sets one status for all days of a range except the excluded days, all or none. Returns only the edited days, as JSON:
 * a user who may edit might not be allowed to view the others. Throws 400 by field, 412: see `setDays`.
 */
export async function bulkEditDays(request: ChangeRequest, body: BodyOf<Endpoints['bulkEdit']>): Promise<string> {
  const { date_from: first, date_to: last, driver_id, status, client_ids = {}, seen = {}, except = [] } = body
  checkRange({ first, last }, 'date_to')
  const dates = Array.from({ length: countDays(first, last) }, (_, n) => addDays(first, n))
  const edited = dates.filter((date) => !except.includes(date))
  if (edited.length === 0) throw invalid({ except: ['This leaves no day of the range to edit.'] })
  const lockedDays = await lockDays(request.sql, driver_id, edited)
  if (!lockedDays) throw noSuchDriver('driver_id')
  const requestedDays = edited.map((date) => ({ date, status, seen: seen[date], client_id: client_ids[date] }))
  try {
    return listText(await setDays(request, lockedDays, requestedDays))
  } catch (error) {
    if (isClientIdTaken(error)) throw invalid({ client_ids: ['One of these names already belongs to another day.'] })
    throw error
  }
}
