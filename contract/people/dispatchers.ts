import * as z from 'zod/mini'
import { hasWords, searchWords } from '#contract/text/search.ts'
import { searchText } from '#contract/text/search-text.ts'
import { administrator, view, viewOrEdit } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { orderingQuery, pageOf, pageQuery } from '#contract/wire/page.ts'
import { compareNames, person, personName, personText } from '#contract/wire/people.ts'
import { idParam, isoDate, serverId, version } from '#contract/wire/record.ts'
import {
  DISPATCHER_STATUSES,
  type DispatcherOrdering,
  type DispatcherStatus,
  dispatcherStatus,
} from './dispatcher-choices.ts'
import { revenueEntry } from './gross-revenue.ts'

/** The message when a dispatcher with drivers is set to another status than working. */
export const HAS_DRIVERS = 'You can not change status to dissmissed or on vacation if drivers are assigned'

export const dispatcherName = z.object({ id: serverId, user: personName })
export type DispatcherName = z.output<typeof dispatcherName>

/** A dispatcher in pickers. The status is included because only working dispatchers can have drivers. */
export const dispatcherOption = z.object({ ...dispatcherName.shape, status: dispatcherStatus })
export type DispatcherOption = z.output<typeof dispatcherOption>

/** A dispatcher. `drivers`: the ids of the dispatcher's drivers, ascending. */
export const dispatcher = z.object({
  id: serverId,
  user: person,
  status: dispatcherStatus,
  status_date_from: z.nullable(isoDate),
  status_date_to: z.nullable(isoDate),
  drivers: z.array(serverId),
  version,
})
export type Dispatcher = z.output<typeof dispatcher>

/** The gross revenue of a dispatcher in a week, in dollars. `week` counts as in `driverWeek`. */
const dispatcherWeek = z.object({ startDate: isoDate, endDate: isoDate, week: z.int(), income: z.number() })
const dispatcherWeeks = z.object({ id: serverId, weeks: z.array(dispatcherWeek) })
export type DispatcherWeeks = z.output<typeof dispatcherWeeks>

export const dispatcherEndpoints = {
  list: endpoint({
    name: 'dispatchers.list',
    summary: 'Dispatchers, by page; `filter` is a status.',
    method: 'GET',
    path: '/api/dispatchers/',
    access: view('dispatchers'),
    query: z.object({
      ...pageQuery,
      ordering: orderingQuery('first_name,last_name'),
      filter: z._default(z.union([dispatcherStatus, z.literal('')]), ''),
      search: searchText,
    }),
    reply: pageOf(dispatcher),
  }),
  miniList: endpoint({
    name: 'dispatchers.miniList',
    summary: 'Names for pickers.',
    method: 'GET',
    path: '/api/dispatchers/mini-list/',
    access: viewOrEdit('dispatchers', 'drivers', 'schedule', 'trailers', 'trucks'),
    query: z.object(pageQuery),
    reply: pageOf(dispatcherOption),
  }),
  find: endpoint({
    name: 'dispatchers.find',
    summary: 'One dispatcher; carries an ETag.',
    method: 'GET',
    path: '/api/dispatchers/:id/',
    access: view('dispatchers'),
    params: idParam,
    reply: dispatcher,
  }),
  grossRevenue: endpoint({
    name: 'dispatchers.grossRevenue',
    summary: 'The gross revenue of a dispatcher’s drivers, newest first. `total` is the sum of the whole range.',
    method: 'GET',
    path: '/api/dispatchers/:id/gross_revenue/',
    access: administrator,
    params: idParam,
    query: z.object({
      ...pageQuery,
      gross_revenue_date_after: z.optional(reportDay),
      gross_revenue_date_before: z.optional(reportDay),
    }),
    reply: z.extend(pageOf(revenueEntry), { total: z.number() }),
  }),
  weeks: endpoint({
    name: 'dispatchers.weeks',
    summary: 'The gross revenue of every dispatcher by week of a range; by default, the eight weeks that end today.',
    method: 'GET',
    path: '/api/dispatchers/weeks/',
    access: administrator,
    query: z.object({
      ...pageQuery,
      gross_revenue_date_after: z.optional(reportDay),
      gross_revenue_date_before: z.optional(reportDay),
    }),
    reply: pageOf(dispatcherWeeks),
  }),
}

/** Whether a dispatcher is in the list of a filter and a search: the server's `WHERE`, for rows on the device. */
export function dispatcherFits(filter: DispatcherStatus | '', search = ''): (row: Dispatcher) => boolean {
  const words = searchWords(search)
  return (row) =>
    (filter === '' || row.status === filter) && (words.length === 0 || hasWords(personText(row.user), words))
}

const statusRank = (status: DispatcherStatus) => DISPATCHER_STATUSES.indexOf(status)
const byName = (a: Dispatcher, b: Dispatcher) => compareNames(a.user, b.user) || a.id - b.id

const COMPARES: Readonly<Record<DispatcherOrdering, (a: Dispatcher, b: Dispatcher) => number>> = {
  'first_name,last_name': byName,
  status: (a, b) => statusRank(a.status) - statusRank(b.status),
}

/** The server's `ORDER BY`, for rows on the device. Equal rows are sorted by name, then by id. */
export function compareDispatchers(ordering: DispatcherOrdering): (a: Dispatcher, b: Dispatcher) => number {
  return (a, b) => COMPARES[ordering](a, b) || byName(a, b)
}
