import type { DutyStatus } from '#contract/duty.ts'
import type { ScheduleDay } from '#contract/schedule-day.ts'
import { daysBetween, daysFrom, type IsoDay } from '#src/format/calendar.ts'
import { type Draft, draftOf } from '#src/offline/command.ts'
import { changeDay, createDay, fillDays, newDay } from './schedule-commands.ts'

/** The driver that a day belongs to, as waiting changes will name him. */
export interface DayDriver {
  readonly id: number
  readonly name: string
}

export interface DayWanted {
  readonly status: DutyStatus
  readonly description: string
}

/** What saving needs from outside: the outbox, and names for days that the server has not seen. */
export interface DaySaving {
  /** Keeps all of the changes, or none. */
  readonly submit: (drafts: readonly Draft[]) => Promise<unknown>
  readonly newId: () => string
}

/** What the person sees on a day. */
export type DayOn = (date: IsoDay) => ScheduleDay | null

/** A day made on this device has no version yet. */
const seenVersion = (day: ScheduleDay) => (day.version > 0 ? day.version : null)

/** What gives one day a status and a description, and the day as it stands then; no change when nothing differs. */
function dayEdit(
  driver: DayDriver,
  date: IsoDay,
  was: ScheduleDay | null,
  wanted: DayWanted,
  newId: () => string,
): { readonly drafts: readonly Draft[]; readonly day: ScheduleDay } {
  if (was === null) {
    const day = { driver: driver.id, date, ...wanted, client_id: newId() }
    return { drafts: [draftOf(createDay, { driverName: driver.name, day }, null)], day: newDay(day) }
  }
  const to = {
    ...(wanted.status === was.status ? {} : { status: wanted.status }),
    ...(wanted.description === was.description ? {} : { description: wanted.description }),
  }
  if (Object.keys(to).length === 0) return { drafts: [], day: was }
  const input = { driverName: driver.name, was, to }
  return { drafts: [draftOf(changeDay, input, seenVersion(was))], day: { ...was, ...to } }
}

/** What gives every day from `from` to `to` one status, in one change; descriptions stay, missing days are made. */
function rangeFill(
  driver: DayDriver,
  range: { readonly from: IsoDay; readonly to: IsoDay },
  status: DutyStatus,
  dayOn: DayOn,
  newId: () => string,
): Draft {
  const days = daysFrom(range.from, daysBetween(range.from, range.to) + 1).map((date) => {
    const was = dayOn(date)
    return { date, was, client_id: was ? null : newId() }
  })
  return draftOf(fillDays, { driver: driver.id, driverName: driver.name, status, days }, null)
}

/**
 * Gives one day a status and a description: makes the day when there is none (`was` is null), else changes what differs;
 * keeps no change when nothing differs. Rejects with `NotKept` when the device can't keep the change.
 */
export async function setDay(
  driver: DayDriver,
  date: IsoDay,
  was: ScheduleDay | null,
  wanted: DayWanted,
  { submit, newId }: DaySaving,
): Promise<void> {
  await submit(dayEdit(driver, date, was, wanted, newId).drafts)
}

/**
 * What the day editor saves: the status for all days of the range, the description for the one that was opened; all of it
 * or nothing. Rejects with `NotKept` when the device can't keep it.
 */
export async function saveDays(
  driver: DayDriver,
  date: IsoDay,
  range: { readonly from: IsoDay; readonly to: IsoDay },
  wanted: DayWanted,
  dayOn: DayOn,
  saving: DaySaving,
): Promise<void> {
  const was = dayOn(date)
  if (range.from === range.to) return setDay(driver, date, was, wanted, saving)
  const { submit, newId } = saving
  const isDescribed = wanted.description !== (was?.description ?? '')
  const status = was?.status ?? wanted.status
  const opened = isDescribed ? dayEdit(driver, date, was, { ...wanted, status }, newId) : { drafts: [], day: was }
  const fill = rangeFill(driver, range, wanted.status, (day) => (day === date ? opened.day : dayOn(day)), newId)
  await submit([...opened.drafts, fill])
}
