import type { scheduleEndpoints } from '#contract/boards/schedule.ts'
import type { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { BodyOf, QueryOf } from '#contract/wire/endpoint.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { invalid, notFound, type Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { addDays, chicagoDay, daysIn } from '#server/records/calendar.ts'
import { type ChangeRequest, changeRecord, type Locked } from '#server/records/change-record.ts'
import { recordChangedByOthers } from '#server/records/changed-by-others.ts'
import { checkRange, weekFrom } from '#server/records/day-range.ts'
import { isNameTaken } from '#server/records/made-once.ts'
import { conflictProblem } from '#server/records/merge.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { driverSight } from '#server/records/schedule-driver.ts'
import type { PageText } from '#server/records/sql/page-sql.ts'
import { changedDay, type DayFields } from './changed-day.ts'
import { dayStore, driverExists, findDaysOfDriver } from './day-repository.ts'
import { findSchedule } from './schedule-repository.ts'
import { noSuchDriver, setDays } from './set-days.ts'
import { lockDays, type WrittenDay } from './set-days-repository.ts'

type Endpoints = typeof scheduleEndpoints & typeof scheduleChanges

/** The dispatchers' week, or another range: today and six days more when nothing is said, seven days from one end. */
export async function listSchedule(
  sql: Sql,
  viewer: CurrentUser,
  query: QueryOf<Endpoints['list']>,
  now: Date,
): Promise<PageText> {
  const { date_after, date_before, ordering, filter, ...page } = query
  const range = weekFrom(chicagoDay(now), { first: date_after, last: date_before }, 'date_before')
  return findSchedule(sql, { ...range, ordering, filter, sight: driverSight(viewer) }, page)
}

/** The days of one driver; throws 404 when there is no such driver. */
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
 * Changes the status or the description of a day. One that was cleared is planned again with a status by who knows of it; a
 * description alone has nothing to stand on there, and is for the person to decide about (412). To others it is no day (404).
 * Throws 404, 412: see `changeRecord`.
 */
export async function changeDay(
  request: ChangeRequest,
  ref: RecordRef,
  body: BodyOf<Endpoints['update']>,
): Promise<RecordText> {
  const { seenVersion: seen, sql } = request
  if (seen !== null && body.status === undefined) {
    const day = await dayStore.lock(sql, ref)
    if (day?.fields.status === null) throw (await clearedSince(request, day, seen, body)) ?? notFound()
  }
  return changeRecord<DayFields>(request, dayStore, ref, body, (_differs, { status }) => {
    if (status === null && seen === null) throw notFound()
    return {}
  })
}

/** What a cleared day answers to a description of who saw it, also to an empty one; null where none is asked for. */
async function clearedSince(
  { sql, author }: ChangeRequest,
  { id, fields }: Locked<DayFields>,
  seen: number,
  { description }: BodyOf<Endpoints['update']>,
): Promise<Problem | null> {
  if (description === undefined) return null
  const told = await recordChangedByOthers(sql, author, dayStore.area, [id, seen])
  const since = changedDay(fields, seen, told).get('description')
  const day = await dayStore.find(sql, id)
  if (!day) return null
  return conflictProblem(JSON.parse(day.text), { description: { theirs: '', yours: description, ...since } })
}

/** Plans, changes and clears several days of a driver, all or none; answers JSON. Throws 400 by field, 412: see `setDays`. */
export async function setDaysOf(request: ChangeRequest, body: BodyOf<Endpoints['setDays']>): Promise<string> {
  const { driver, days: wishes } = body
  const dates = wishes.map(({ date }) => date)
  const held = await lockDays(request.sql, driver, dates)
  if (!held) throw noSuchDriver('driver')
  const days = await setDays(request, held, wishes)
  const cleared = days.filter((day) => day.isCleared).map(({ date, version }) => ({ date, version }))
  return `{"days":${listText(days)},"cleared":${JSON.stringify(cleared)}}`
}

const listText = (days: readonly WrittenDay[]) =>
  `[${days.flatMap(({ isCleared, text }) => (isCleared ? [] : [text])).join(',')}]`

/**
 * Gives all days of a range one status, but for the excepted ones, all or none; answers those that it was given to as JSON:
 * who may edit need not be one who may view, and so is told of no other. Throws 400 by field, 412: see `setDays`.
 */
export async function bulkEditDays(request: ChangeRequest, body: BodyOf<Endpoints['bulkEdit']>): Promise<string> {
  const { date_from: first, date_to: last, driver_id, status, client_ids = {}, seen = {}, except = [] } = body
  checkRange({ first, last }, 'date_to')
  const dates = Array.from({ length: daysIn(first, last) }, (_, n) => addDays(first, n))
  const edited = dates.filter((date) => !except.includes(date))
  if (edited.length === 0) throw invalid({ except: ['This leaves no day of the range to edit.'] })
  const held = await lockDays(request.sql, driver_id, edited)
  if (!held) throw noSuchDriver('driver_id')
  const wishes = edited.map((date) => ({ date, status, seen: seen[date], client_id: client_ids[date] }))
  try {
    return listText(await setDays(request, held, wishes))
  } catch (error) {
    if (isNameTaken(error)) throw invalid({ client_ids: ['One of these names is another day’s already.'] })
    throw error
  }
}
