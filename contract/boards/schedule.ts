import * as z from 'zod/mini'
import { DISPATCHER_STATUSES, dispatcherStatus, type ScheduleOrdering } from '#contract/people/dispatcher-choices.ts'
import { type DutyStatus, dutyStatus } from '#contract/people/driver-choices.ts'
import { driverUnitNumbers } from '#contract/units/unit-names.ts'
import { view } from '#contract/wire/access.ts'
import { reportDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { orderingQuery, pageOf, pageQuery } from '#contract/wire/page.ts'
import { compareNames, person } from '#contract/wire/people.ts'
import { clientId, idParam, isoDate, kind, serverId, version } from '#contract/wire/record.ts'

/** The most days in a range of the schedule, in lists and bulk edits. */
export const MAX_DAYS = 366

export const MAX_DESCRIPTION = 500
/** One driver's duty on one day. `client_id` is null when no device created the day. */
export const scheduleDay = z.object({
  id: serverId,
  date: isoDate,
  status: dutyStatus,
  description: z.string(),
  driver: serverId,
  client_id: z.nullable(clientId),
  version,
})
export type ScheduleDay = z.output<typeof scheduleDay>

/** The key of a day is its driver and date: the same day, whichever user creates it first. */
export const dayKind = kind(
  'day',
  (row: { readonly driver: number; readonly date: string }) => `${row.driver}/${row.date}`,
)

/**
 * Days on which a unit is in the workshop or due for service. Sent to users who may view the area of the unit. `until`
 * is null for an open end.
 */
export const unitService = z.object({
  unit: z.string(),
  /** The unit's number. When absent, the unit is called by its id. */
  number: z.optional(z.string()),
  kind: z.enum(['truck', 'trailer']),
  from: isoDate,
  until: z.nullable(isoDate),
  /**
   * `in_service`: a unit that the driver had until it went to the workshop. `due`: the next service of the driver's
   * unit.
   */
  is: z.enum(['in_service', 'due']),
})
export type UnitService = z.output<typeof unitService>

/**
 * A driver with the days of the requested range; `days` is empty for users who may not view the schedule. Optional
 * fields are absent in older responses stored on a device; `extra_info` is also absent for users who may not view
 * drivers. The field names are those of `driver`, so that a waiting change of a driver applies here too.
 */
export const scheduleDriver = z.object({
  id: serverId,
  user: person,
  truck: z.nullable(z.string()),
  trailer: z.nullable(z.string()),
  ...driverUnitNumbers,
  current_status: dutyStatus,
  current_status_date_from: z.optional(z.nullable(isoDate)),
  status_date_to: z.optional(z.nullable(isoDate)),
  extra_info: z.optional(z.object({ med_expire: z.nullable(isoDate), CDL_expire: z.nullable(isoDate) })),
  services: z.optional(z.array(unitService)),
  days: z.array(scheduleDay),
})
export type ScheduleDriver = z.output<typeof scheduleDriver>

/**
 * A dispatcher with drivers and their days. In the last row, `id` and `user` are null: drivers without a dispatcher.
 */
export const scheduleRow = z.object({
  id: z.nullable(serverId),
  user: z.nullable(person),
  status: z.nullable(dispatcherStatus),
  drivers: z.array(scheduleDriver),
})
export type ScheduleRow = z.output<typeof scheduleRow>

/** A dispatcher in the schedule, without the drivers. */
export const scheduleDispatcher = z.object({ id: serverId, user: person, status: dispatcherStatus })
export type ScheduleDispatcher = z.output<typeof scheduleDispatcher>

/** The weeks whose days devices store, from this week's Sunday on. */
export const STORED_WEEKS = 3

/**
 * A driver with everything that rows of the schedule show of the driver, for any range between `first` and `last`: the
 * days from `first` to `last`, and all services. `from` of a service is null when its start is unknown.
 */
export const scheduledDriver = z.object({
  ...scheduleDriver.shape,
  dispatcher: z.nullable(serverId),
  services: z.optional(z.array(z.object({ ...unitService.shape, from: z.nullable(isoDate) }))),
  first: isoDate,
  last: isoDate,
})
export type ScheduledDriver = z.output<typeof scheduledDriver>

const range = { date_after: z.optional(reportDay), date_before: z.optional(reportDay) }

export const scheduleEndpoints = {
  list: endpoint({
    name: 'schedule.list',
    summary: 'Dispatchers with their drivers and the days of a range (default: today and the next six days).',
    method: 'GET',
    path: '/api/schedule/',
    access: view('schedule'),
    query: z.object({
      ...pageQuery,
      ...range,
      ordering: orderingQuery('first_name,last_name'),
      filter: z._default(z.union([dutyStatus, z.literal('')]), ''),
    }),
    reply: pageOf(scheduleRow),
  }),
  listForDriver: endpoint({
    name: 'schedule.listForDriver',
    summary: 'The days of one driver.',
    method: 'GET',
    path: '/api/schedule/list_for_driver/:id/',
    access: view('schedule'),
    params: idParam,
    query: z.object({ ...pageQuery, ...range }),
    reply: pageOf(scheduleDay),
  }),
  dispatchers: endpoint({
    name: 'schedule.dispatchers',
    summary: 'The dispatchers of the schedule, without their drivers.',
    method: 'GET',
    path: '/api/schedule/dispatchers/',
    access: view('schedule'),
    query: z.object(pageQuery),
    reply: pageOf(scheduleDispatcher),
  }),
  drivers: endpoint({
    name: 'schedule.drivers',
    summary: 'All drivers with their dispatchers, and with the days of this week and the next two.',
    method: 'GET',
    path: '/api/schedule/drivers/',
    access: view('schedule'),
    query: z.object(pageQuery),
    reply: pageOf(scheduledDriver),
  }),
}

/** Whether a row is in the list of a filter: one of its drivers has that status on a day of the range. */
export function scheduleRowFits(row: ScheduleRow, filter: DutyStatus | '', from: string, to: string): boolean {
  if (filter === '') return true
  return row.drivers.some(({ days }) =>
    days.some(({ date, status }) => status === filter && date >= from && date <= to),
  )
}

/** The order of the drivers in a row. */
export const compareScheduledDrivers = (a: ScheduleDriver, b: ScheduleDriver) =>
  compareNames(a.user, b.user) || a.id - b.id

/** The server's order of the rows. The row of drivers without a dispatcher is last. */
export function compareScheduleRows(ordering: ScheduleOrdering): (a: ScheduleRow, b: ScheduleRow) => number {
  const rank = ({ status }: ScheduleRow) => (status === null ? 0 : DISPATCHER_STATUSES.indexOf(status))
  const byName = (a: ScheduleRow, b: ScheduleRow) =>
    (a.user && b.user ? compareNames(a.user, b.user) : 0) || (a.id ?? 0) - (b.id ?? 0)
  return (a, b) =>
    Number(a.id === null) - Number(b.id === null) || (ordering === 'status' ? rank(a) - rank(b) : 0) || byName(a, b)
}
