import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { RecordRef } from '#contract/record.ts'
import type { scheduleEndpoints } from '#contract/schedule.ts'
import { DatabaseError, type Sql } from '#server/db/db.ts'
import { invalid, notFound } from '#server/http/problem.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { type ChangeRequest, changeRecord } from '#server/records/change-record.ts'
import { checkRange, weekFrom } from '#server/records/day-range.ts'
import type { PageText } from '#server/records/page-sql.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { bulkEdit, lockDays } from './bulk-edit-repository.ts'
import { type DayFields, dayStore, driverExists, findDaysOfDriver, insertDay } from './day-repository.ts'
import { findSchedule } from './schedule-repository.ts'

type Endpoints = typeof scheduleEndpoints

/** The dispatchers' week, or another range: today and six days more when nothing is said, seven days from one end. */
export async function listSchedule(sql: Sql, query: QueryOf<Endpoints['list']>, now: Date): Promise<PageText> {
  const { date_after, date_before, ordering, filter, ...page } = query
  const range = weekFrom(chicagoDay(now), { first: date_after, last: date_before }, 'date_before')
  return findSchedule(sql, { ...range, ordering, filter }, page)
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
 * Makes a day. A `client_id` that is known already answers the day that has it (`isNew` false): the device sent it
 * before. Throws 400 for a driver that there is not, and for a second day of one driver and date.
 */
export async function makeDay(
  { sql, author }: ChangeRequest,
  body: BodyOf<Endpoints['create']>,
): Promise<RecordText & { isNew: boolean }> {
  const client_id = body.client_id?.toLowerCase() ?? null
  const made = await insertDay(sql, { ...body, client_id }, author)
  if (made) return { ...made, isNew: true }
  const known = client_id && (await dayStore.find(sql, client_id))
  if (known) return { ...known, isNew: false }
  if (!(await driverExists(sql, body.driver))) throw invalid({ driver: ['There is no such driver.'] })
  throw invalid({ date: ['The driver has a day on this date already.'] })
}

/** Changes the status or the description of a day. Throws 404, 412: see `changeRecord`. */
export function changeDay(request: ChangeRequest, ref: RecordRef, body: BodyOf<Endpoints['update']>) {
  return changeRecord<DayFields>(request, dayStore, ref, body)
}

/** Gives all days of a range one status, all or none; answers the days as JSON. Throws 400 by field. */
export async function bulkEditDays(
  { sql, author }: ChangeRequest,
  body: BodyOf<Endpoints['bulkEdit']>,
): Promise<string> {
  const { date_from: first, date_to: last, driver_id: driver, status, client_ids = {} } = body
  checkRange({ first, last }, 'date_to')
  const edit = { driver, first, last, status, clientIds: client_ids }
  if (!(await lockDays(sql, edit))) throw invalid({ driver_id: ['There is no such driver.'] })
  try {
    return await bulkEdit(sql, edit, author)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') {
      throw invalid({ client_ids: ['One of these names is another day’s already.'] })
    }
    throw error
  }
}
