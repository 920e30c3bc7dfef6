import * as z from 'zod/mini'
import { dayKind, type ScheduleDay, scheduleDay } from '#contract/boards/schedule.ts'
import type { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import { isoDate, type RecordRef } from '#contract/wire/record.ts'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import { type RecordKey, rowKey } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'

/** A day as the user saw it: from the server, or created on this device and not sent yet. */
export const seenDay = z.object({ ...scheduleDay.shape, id: z.int().check(z.nonnegative()) })

/**
 * For a day that another user cleared in the meantime and that is planned again: `asked` if the user set the status,
 * `held` if the status only supports the description and is dropped with it.
 */
export const replanned = z.optional(z.enum(['asked', 'held']))
export const replannedBy = (to: { readonly status?: unknown }): z.output<typeof replanned> =>
  to.status === undefined ? 'held' : 'asked'

/** A day that only this device knows. */
export const newDay = (day: Omit<ScheduleDay, 'id' | 'version'>): ScheduleDay => ({ ...day, id: NO_ID_YET, version: 0 })

/** The record key of a day: driver and date. There is one such day, whichever user creates it first. */
export const dayKey = (day: { readonly driver: number; readonly date: string }): RecordKey => rowKey(dayKind, day)

/** The driver's id in a key of `dayKind`. */
export const driverOfDay = (key: string): number => Number.parseInt(key, 10)

/** The server's id of the day, or the device's id for a day that it created. */
export function refOf(day: ScheduleDay): RecordRef {
  if (day.id !== NO_ID_YET) return day.id
  if (day.client_id === null) throw new Error(`day ${dayKey(day)} has neither an id nor a client_id`)
  return day.client_id
}

/** The day's version; null for a day created on this device. */
export const seenVersion = (day: ScheduleDay): number | null => (day.version > 0 ? day.version : null)

/**
 * The seen version for the server: 0 when nothing was planned, null for a day that the server has not confirmed yet.
 */
export const seenOf = (was: ScheduleDay | null): number | null => (was === null ? 0 : seenVersion(was))

/** The new versions of days, by record key. */
function versionsOf(driver: number, days: readonly { readonly date: IsoDay; readonly version: number }[]) {
  return days.map(({ date, version }) => ({ key: dayKey({ driver, date }), version }))
}

interface ShownDay {
  readonly date: IsoDay
  /** Null when nothing is planned. */
  readonly now: Pick<ScheduleDay, 'status' | 'description'> | null
}
/**
 * The new versions of the days that the response returns as this device has `shown` them. For other days the user has
 * not seen a colleague's change: an undo starts from the version seen before, and meets the colleague's change as a
 * conflict.
 */
export function versionsAsShown(
  driver: number,
  { days, cleared }: z.output<typeof scheduleChanges.setDays.reply>,
  shown: readonly ShownDay[],
) {
  const nowOf = (date: IsoDay) => shown.find((one) => one.date === date)?.now
  const isShown = ({ date, status, description }: ScheduleDay) =>
    nowOf(date)?.status === status && nowOf(date)?.description === description
  return versionsOf(driver, [...days.filter(isShown), ...cleared.filter(({ date }) => nowOf(date) === null)])
}

/** The version in the response for one day. */
export function versionOfReply(reply: unknown) {
  const day = scheduleDay.safeParse(reply)
  return day.success ? versionsOf(day.data.driver, [day.data]) : []
}

/** The driver and the days in order: "Maria Lopez, Sat 11/21/26 to Sun 11/22/26". */
export function daysOfDriverWords(driverName: string, dates: readonly IsoDay[]): string {
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return `${driverName}, ${first === last ? dayWords(first) : `${dayWords(first)} to ${dayWords(last)}`}`
}

export const statusTitle = (status: ScheduleDay['status']) => dutyStatusOf(status).title
export const noteWords = (text: string) => (text === '' ? 'Description removed' : `Description: “${text}”`)

/** The server's current days in a conflict; cleared days are missing. */
export const daysNow = z.array(z.object({ ...scheduleDay.shape, date: isoDate }))
