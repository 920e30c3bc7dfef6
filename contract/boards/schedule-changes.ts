import * as z from 'zod/mini'
import { dutyStatus } from '#contract/people/driver-choices.ts'
import { PASTED } from '#contract/text/pasted-text.ts'
import { edit } from '#contract/wire/access.ts'
import { scheduleDate } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { clientId, idParam, isoDate, serverId, version } from '#contract/wire/record.ts'
import { MAX_DAYS, MAX_DESCRIPTION, scheduleDay } from './schedule.ts'

export const dayDescription = z
  .string()
  .check(PASTED, z.maxLength(MAX_DESCRIPTION, `At most ${MAX_DESCRIPTION} characters.`))

const seenVersion = z.nullable(version)

/**
 * A change of one day. Absent fields stay unchanged. A null `status` clears the day with its description. `seen` is the
 * version that the author saw: 0 for an empty day, null for a day that this device has planned and whose version it
 * does not know yet. Without `seen`, the last write wins.
 */
export const dayEdit = z.object({
  date: scheduleDate,
  seen: z.optional(seenVersion),
  status: z.optional(z.nullable(dutyStatus)),
  description: z.optional(dayDescription),
})
export type DayEdit = z.output<typeof dayEdit>

/** A day that was cleared. Its version continues when the day is planned again. */
export const clearedDay = z.object({ date: isoDate, version })

export const scheduleChanges = {
  create: endpoint({
    name: 'schedule.create',
    summary:
      'Create a day; one per driver and date. An existing `client_id` returns its day. If the date already has a day with other values: 412 by field; with the same values, that day is returned.',
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
      'Change the status or the description of a day. A cleared day gets 404. With `If-Match` of the cleared version and a status, it is planned again; with an older version or only a description: 412, with a null `status` in `current`.',
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
      'Set one status for all days of a range in one transaction. Creates missing days. Returns the changed days.',
    method: 'POST',
    path: '/api/schedule/status-bulk-edit/',
    access: edit('schedule'),
    body: z.object({
      date_from: scheduleDate,
      date_to: scheduleDate,
      driver_id: serverId,
      status: dutyStatus,
      /**
       * Client ids for the days that this creates, so that the device can change them again before this change is sent.
       */
      client_ids: z.optional(z.record(scheduleDate, clientId)),
      /** By date, the version that the author saw; as `seen` in `dayEdit`. */
      seen: z.optional(z.record(scheduleDate, seenVersion)),
      /** Days of the range that stay unchanged and are not in the response. At least one other day must remain. */
      except: z.optional(z.array(scheduleDate).check(z.maxLength(MAX_DAYS))),
    }),
    reply: z.array(scheduleDay),
  }),
  setDays: endpoint({
    name: 'schedule.setDays',
    summary:
      'Plan, change or clear several days of one driver: all of them or none. 412 names fields that other users have changed since, as `<date>.<field>`; `current` has the present days.',
    method: 'POST',
    path: '/api/schedule/days/',
    access: edit('schedule'),
    body: z.object({
      driver: serverId,
      days: z.array(dayEdit).check(
        z.minLength(1, 'Name at least one day.'),
        z.maxLength(MAX_DAYS, `At most ${MAX_DAYS} days.`),
        z.refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'Name each date once.'),
      ),
    }),
    reply: z.object({ days: z.array(scheduleDay), cleared: z.array(clearedDay) }),
  }),
}
