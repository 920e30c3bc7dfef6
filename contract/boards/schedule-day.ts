import * as z from 'zod/mini'
import { dutyStatus } from '#contract/people/duty.ts'
import { PASTED } from '#contract/text/pasted-text.ts'
import { driverUnitNumbers } from '#contract/units/units.ts'
import { scheduleDate } from '#contract/wire/days.ts'
import { person } from '#contract/wire/people.ts'
import { clientId, isoDate, kind, serverId, version } from '#contract/wire/record.ts'

export const MOST_DESCRIPTION = 500
export const dayDescription = z
  .string()
  .check(PASTED, z.maxLength(MOST_DESCRIPTION, `At most ${MOST_DESCRIPTION} characters.`))

/** One driver's duty on one day. `client_id` is there when a device made it. */
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

export const seenVersion = z.nullable(version)

/**
 * One day as somebody wants it. What is absent stays as it is; a null `status` clears the day, description and all. `seen` is
 * the version that the person saw: 0 where nothing was planned, null of a day that this device has planned and whose version
 * it has not been told yet. Absent: the last write wins.
 */
export const dayWish = z.object({
  date: scheduleDate,
  seen: z.optional(seenVersion),
  status: z.optional(z.nullable(dutyStatus)),
  description: z.optional(dayDescription),
})
export type DayWish = z.output<typeof dayWish>

/** A day on which nothing is planned any more; its version goes on when it is planned again. */
export const clearedDay = z.object({ date: isoDate, version })

/** A day is known by its driver and date: there is one, whoever makes it first. */
export const dayKind = kind(
  'day',
  (row: { readonly driver: number; readonly date: string }) => `${row.driver}/${row.date}`,
)

/** Days on which a unit is at the workshop, or due there: told to who may view such units. `until` is null for an open end. */
export const unitService = z.object({
  unit: z.string(),
  /** What it is called; its id where that is not told. */
  number: z.optional(z.string()),
  kind: z.enum(['truck', 'trailer']),
  from: isoDate,
  until: z.nullable(isoDate),
  /** `in_service`: the unit that the driver had until it went there; `due`: the next service of one that the driver has. */
  is: z.enum(['in_service', 'due']),
})
export type UnitService = z.output<typeof unitService>

/**
 * A driver with the days that were asked for; none for who may not view the schedule. What is optional is absent in what a
 * device kept before it was told; the papers are also absent for who may not view drivers. Names are those of a driver's own
 * row, so that a waiting change of a driver shows here too.
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
