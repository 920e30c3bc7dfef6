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
import { driverVisibility } from '#server/records/schedule-driver.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { papersVisibility } from '#server/records/sql/papers-sql.ts'
import { findDriverNames, findDrivers, findTeam, findTeamNames } from './driver-list-repository.ts'
import { driverStore } from './driver-repository.ts'

type Endpoints = typeof driverEndpoints

/**
 * One page of the drivers that match a filter and a search, with figures of the requested range. Throws a 400 for an
 * invalid range.
 */
export function listDrivers(sql: Sql, query: QueryOf<Endpoints['list']>, now: Date): Promise<PageText> {
  const { date_after, date_before, search, ordering, filter, ...page } = query
  const range = weekUntil(chicagoDay(now), { first: date_after, last: date_before }, 'date_before')
  const hasMiles = date_after !== undefined || date_before !== undefined
  return findDrivers(sql, { ordering, filter, words: searchWords(search), range, hasMiles }, page)
}

const papersView = (viewer: CurrentUser, now: Date) => ({ papers: papersVisibility(viewer), today: chicagoDay(now) })

/** One page of drivers for pickers. */
export function listDriverNames(
  sql: Sql,
  viewer: CurrentUser,
  query: QueryOf<Endpoints['miniList']>,
  now: Date,
): Promise<PageText> {
  return findDriverNames(sql, query, papersView(viewer, now), query)
}

/**
 * A dispatcher's drivers with the days of a range; by default the seven days from today. Only users who may view the
 * schedule receive the days. Throws 404 when the dispatcher does not exist.
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
  const visibility = { ...driverVisibility(viewer), range, hasDays: can(viewer, view('schedule')) }
  return pageOfDispatcher(sql, dispatcher, (id) => findTeam(sql, id, visibility, page))
}

/** A dispatcher's drivers for pickers. Throws 404 when the dispatcher does not exist. */
export function listTeamNames(
  sql: Sql,
  viewer: CurrentUser,
  dispatcher: RecordRef,
  page: PageRequest,
  now: Date,
): Promise<PageText> {
  return pageOfDispatcher(sql, dispatcher, (id) => findTeamNames(sql, id, papersView(viewer, now), page))
}

async function pageOfDispatcher(sql: Sql, ref: RecordRef, find: (id: number) => Promise<PageText>): Promise<PageText> {
  // Devices never create dispatchers, so a client id can't refer to a dispatcher.
  if (typeof ref !== 'number') throw notFound()
  const found = await find(ref)
  if (found.count === 0 && !(await isDispatcher(sql, ref))) throw notFound()
  return found
}

/** The default date range of a driver's figures: the week up to today. */
export const thisWeek = (now: Date) => weekUntil(chicagoDay(now), { first: undefined, last: undefined }, 'date_before')

export async function getDriver(sql: Sql, ref: RecordRef, now: Date): Promise<RecordText> {
  const driver = await driverStore(thisWeek(now)).find(sql, ref)
  if (!driver) throw notFound()
  return driver
}
