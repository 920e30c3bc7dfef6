import type { driverEndpoints } from '#contract/people/drivers.ts'
import { searchWords } from '#contract/text/search.ts'
import { can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { QueryOf } from '#contract/wire/endpoint.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { isDispatcher } from '#server/modules/dispatchers/dispatcher-service.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { weekFrom, weekUntil } from '#server/records/day-range.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { driverSight } from '#server/records/schedule-driver.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { papersFor } from '#server/records/sql/papers-sql.ts'
import { findDriverNames, findDrivers, findTeam, findTeamNames } from './driver-list-repository.ts'
import { driverStore } from './driver-repository.ts'

type Endpoints = typeof driverEndpoints

/** The drivers of a filter and a search; their figures are of the days that are asked for. Throws a 400 for such days. */
export function listDrivers(sql: Sql, query: QueryOf<Endpoints['list']>, now: Date): Promise<PageText> {
  const { date_after, date_before, search, ordering, filter, ...page } = query
  const range = weekUntil(chicagoDay(now), { first: date_after, last: date_before }, 'date_before')
  const hasMiles = date_after !== undefined || date_before !== undefined
  return findDrivers(sql, { ordering, filter, words: searchWords(search), range, hasMiles }, page)
}

const papersSight = (viewer: CurrentUser, now: Date) => ({ papers: papersFor(viewer), today: chicagoDay(now) })

/** Drivers for pickers. */
export function listDriverNames(
  sql: Sql,
  viewer: CurrentUser,
  query: QueryOf<Endpoints['miniList']>,
  now: Date,
): Promise<PageText> {
  return findDriverNames(sql, query, papersSight(viewer, now), query)
}

/**
 * A dispatcher's drivers with the days of a range: the seven that begin today, unless said. The days come to who may view the
 * schedule alone. Throws 404 when there is no such dispatcher.
 */
export async function listTeam(
  sql: Sql,
  viewer: CurrentUser,
  dispatcher: RecordRef,
  query: QueryOf<Endpoints['listForDispatcher']>,
  now: Date,
): Promise<PageText> {
  const { schedule_date_from: first, schedule_date_to: last, ...page } = query
  const range = weekFrom(chicagoDay(now), { first, last }, 'schedule_date_to')
  const sight = { ...driverSight(viewer), range, hasDays: can(viewer, view('schedule')) }
  return ofDispatcher(sql, dispatcher, (id) => findTeam(sql, id, sight, page))
}

/** A dispatcher's drivers for pickers. Throws 404 when there is no such dispatcher. */
export function listTeamNames(
  sql: Sql,
  viewer: CurrentUser,
  dispatcher: RecordRef,
  page: PageRequest,
  now: Date,
): Promise<PageText> {
  return ofDispatcher(sql, dispatcher, (id) => findTeamNames(sql, id, papersSight(viewer, now), page))
}

async function ofDispatcher(sql: Sql, ref: RecordRef, find: (id: number) => Promise<PageText>): Promise<PageText> {
  // No device makes dispatchers: a name given by a device is no dispatcher's.
  if (typeof ref !== 'number') throw notFound()
  const found = await find(ref)
  if (found.count === 0 && !(await isDispatcher(sql, ref))) throw notFound()
  return found
}

/** The week whose figures a driver is answered with, where none is asked for. */
export const thisWeek = (now: Date) => weekUntil(chicagoDay(now), { first: undefined, last: undefined }, 'date_before')

export async function getDriver(sql: Sql, ref: RecordRef, now: Date): Promise<RecordText> {
  const driver = await driverStore(thisWeek(now)).find(sql, ref)
  if (!driver) throw notFound()
  return driver
}
