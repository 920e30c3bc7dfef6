import * as z from 'zod/mini'
import { dayKind, type ScheduleDay, scheduleDay } from '#contract/boards/schedule.ts'
import type { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import { isoDate, type RecordRef } from '#contract/wire/record.ts'
import { dayWords, type IsoDay } from '#src/format/calendar.ts'
import { type RecordKey, rowKey } from '#src/offline/command.ts'
import { NO_ID_YET } from '#src/record/identity.ts'

/** A day as the person saw it when changing it: the server's, or one that this device made and has not sent. */
export const seenDay = z.object({ ...scheduleDay.shape, id: z.int().check(z.nonnegative()) })

/**
 * Of a day that somebody cleared meanwhile, and that is planned anew: whether its status was `asked` for, or is only `held` for
 * the description to stand on, so that it goes with that.
 */
export const anew = z.optional(z.enum(['asked', 'held']))
export const anewOf = (to: { readonly status?: unknown }): z.output<typeof anew> =>
  to.status === undefined ? 'held' : 'asked'

/** A day that only this device knows so far. */
export const newDay = (day: Omit<ScheduleDay, 'id' | 'version'>): ScheduleDay => ({ ...day, id: NO_ID_YET, version: 0 })

/** By driver and date: there is one day, whoever makes it first. */
export const dayKey = (day: { readonly driver: number; readonly date: string }): RecordKey => rowKey(dayKind, day)

/** Whose day a key of `dayKind` names. */
export const driverOfDay = (key: string): number => Number.parseInt(key, 10)

/** What the server calls the day, or what this device called it. */
export function refOf(day: ScheduleDay): RecordRef {
  if (day.id !== NO_ID_YET) return day.id
  if (day.client_id === null) throw new Error(`day ${dayKey(day)} has neither an id nor a client_id`)
  return day.client_id
}

/** Null for a day made on this device: it has none yet. */
export const seenVersion = (day: ScheduleDay): number | null => (day.version > 0 ? day.version : null)

/** What of a day was seen, as the server is told: 0 where nothing was planned, null of one that it has not answered yet. */
export const seenOf = (was: ScheduleDay | null): number | null => (was === null ? 0 : seenVersion(was))

/** The versions that days now have, by their records. */
function versionsOf(driver: number, days: readonly { readonly date: IsoDay; readonly version: number }[]) {
  return days.map(({ date, version }) => ({ key: dayKey({ driver, date }), version }))
}

interface ShownDay {
  readonly date: IsoDay
  /** Null where nothing is planned. */
  readonly now: Pick<ScheduleDay, 'status' | 'description'> | null
}
/**
 * The versions that days now have, of those that are as this device has `shown` them. Of another one the person has not seen
 * what a colleague made of it: who puts that back starts from what was seen before, and meets the colleague.
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

/** The version that the answer of one day gives. */
export function versionOfReply(reply: unknown) {
  const day = scheduleDay.safeParse(reply)
  return day.success ? versionsOf(day.data.driver, [day.data]) : []
}

/** "Maria Lopez, Sat 11/21/26 to Sun 11/22/26": whose days, and which, in order. */
export function daysOfDriverWords(driverName: string, dates: readonly IsoDay[]): string {
  const [first = '', last = first] = [dates[0], dates.at(-1)]
  return `${driverName}, ${first === last ? dayWords(first) : `${dayWords(first)} to ${dayWords(last)}`}`
}

export const statusTitle = (status: ScheduleDay['status']) => dutyStatusOf(status).title
export const noteWords = (text: string) => (text === '' ? 'Description removed' : `Description: “${text}”`)

/** The days as the server has them where others changed what was to be changed too: those that are there. */
export const daysNow = z.array(z.object({ ...scheduleDay.shape, date: isoDate }))
