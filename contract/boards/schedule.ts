import * as z from 'zod/mini'
import { DISPATCHER_STATUSES, type DutyStatus, dispatcherStatus, dutyStatus } from '#contract/people/duty.ts'
import { edit, view } from '#contract/wire/access.ts'
import { reportDay, scheduleDate } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import type { ScheduleOrdering } from '#contract/wire/orderings.ts'
import { orderingQuery, pageOf, pageQuery } from '#contract/wire/page.ts'
import { compareNames, person } from '#contract/wire/people.ts'
import { clientId, idParam, serverId } from '#contract/wire/record.ts'
import { clearedDay, dayDescription, dayWish, scheduleDay, scheduleDriver, seenVersion } from './schedule-day.ts'

/** The most days that one range of the schedule may span, in lists and bulk edits. */
export const MOST_DAYS = 366

/** A dispatcher with the drivers and their days; `id` and `user` are null in the last row: drivers without one. */
export const scheduleRow = z.object({
  id: z.nullable(serverId),
  user: z.nullable(person),
  status: z.nullable(dispatcherStatus),
  drivers: z.array(scheduleDriver),
})
export type ScheduleRow = z.output<typeof scheduleRow>

const range = { date_after: z.optional(reportDay), date_before: z.optional(reportDay) }

export const scheduleEndpoints = {
  list: endpoint({
    name: 'schedule.list',
    summary: 'Dispatchers with their drivers and the days of a range (default: today and six days more).',
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
  create: endpoint({
    name: 'schedule.create',
    summary:
      'Make a day; one per driver and date. A known `client_id` answers the day that is there; a new one meets another day as a change does: 412 by fields, or that day where both say the same.',
    method: 'POST',
    path: '/api/schedule/',
    access: edit('schedule'),
    body: z.object({
      date: scheduleDate,
      status: dutyStatus,
      description: z._default(dayDescription, ''),
      driver: serverId,
      client_id: z.optional(clientId),
    }),
    status: 201,
    reply: scheduleDay,
  }),
  update: endpoint({
    name: 'schedule.update',
    summary:
      'Change the status or the description of a day. One that was cleared is 404, or by `If-Match` planned again with a status; who saw it before, or gives it a description alone: 412, with a null `status` in `current`.',
    method: 'PATCH',
    path: '/api/schedule/:id/',
    access: edit('schedule'),
    params: idParam,
    body: z.object({ status: z.optional(dutyStatus), description: z.optional(dayDescription) }),
    reply: scheduleDay,
  }),
  bulkEdit: endpoint({
    name: 'schedule.bulkEdit',
    summary:
      'Give all days of a range one status, in one transaction; makes the days that are missing. Answers the days that it gave it to.',
    method: 'POST',
    path: '/api/schedule/status-bulk-edit/',
    access: edit('schedule'),
    body: z.object({
      date_from: scheduleDate,
      date_to: scheduleDate,
      driver_id: serverId,
      status: dutyStatus,
      /** Names for the days that are missing, so that a device can change them again before this is sent. */
      client_ids: z.optional(z.record(scheduleDate, clientId)),
      /** By date the version that the person saw, as for `setDays`. */
      seen: z.optional(z.record(scheduleDate, seenVersion)),
      /** Days of the range that stay as they are, and are not answered; one at least must be left. */
      except: z.optional(z.array(scheduleDate).check(z.maxLength(MOST_DAYS))),
    }),
    reply: z.array(scheduleDay),
  }),
  setDays: endpoint({
    name: 'schedule.setDays',
    summary:
      'Plan, change or clear several days of one driver: all of them or none. 412 names what others changed since as `<date>.<field>`; its `current` are the days as they are.',
    method: 'POST',
    path: '/api/schedule/days/',
    access: edit('schedule'),
    body: z.object({
      driver: serverId,
      days: z.array(dayWish).check(
        z.minLength(1, 'Name at least one day.'),
        z.maxLength(MOST_DAYS, `At most ${MOST_DAYS} days.`),
        z.refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'Name each date once.'),
      ),
    }),
    reply: z.object({ days: z.array(scheduleDay), cleared: z.array(clearedDay) }),
  }),
}

/** Whether a row belongs in the list of a filter: some day of its drivers in the range has that status. */
export function scheduleRowFits(row: ScheduleRow, filter: DutyStatus | '', from: string, to: string): boolean {
  if (filter === '') return true
  return row.drivers.some(({ days }) =>
    days.some(({ date, status }) => status === filter && date >= from && date <= to),
  )
}

/** The server's order of the rows; the drivers without a dispatcher stand last. */
export function compareScheduleRows(ordering: ScheduleOrdering): (a: ScheduleRow, b: ScheduleRow) => number {
  const rank = ({ status }: ScheduleRow) => (status === null ? 0 : DISPATCHER_STATUSES.indexOf(status))
  const byName = (a: ScheduleRow, b: ScheduleRow) =>
    (a.user && b.user ? compareNames(a.user, b.user) : 0) || (a.id ?? 0) - (b.id ?? 0)
  return (a, b) =>
    Number(a.id === null) - Number(b.id === null) || (ordering === 'status' ? rank(a) - rank(b) : 0) || byName(a, b)
}
