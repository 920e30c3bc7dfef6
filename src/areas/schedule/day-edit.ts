import type { DutyStatus } from '#contract/duty.ts'
import type { ScheduleDay } from '#contract/schedule.ts'
import { daysBetween, daysFrom, type IsoDay } from '#src/format/calendar.ts'
import type { Command } from '#src/offline/command.ts'
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
  readonly submit: <Input>(
    command: Command<Input>,
    input: Input,
    seen: { readonly seenVersion: number | null },
  ) => Promise<unknown>
  readonly newId: () => string
}

/** What the person sees on a day. */
export type DayOn = (date: IsoDay) => ScheduleDay | null

/** A day made on this device has no version yet. */
const seenVersion = (day: ScheduleDay) => (day.version > 0 ? day.version : null)

/**
 * Gives one day a status and a description: makes the day when there is none (`was` is null), else changes what differs;
 * sends nothing when nothing differs. Answers the day as it stands then. Rejects with `NotKept` when the device can't
 * keep the change.
 */
export async function setDay(
  driver: DayDriver,
  date: IsoDay,
  was: ScheduleDay | null,
  wanted: DayWanted,
  { submit, newId }: DaySaving,
): Promise<ScheduleDay> {
  if (was === null) {
    const day = { driver: driver.id, date, ...wanted, client_id: newId() }
    await submit(createDay, { driverName: driver.name, day }, { seenVersion: null })
    return newDay(day)
  }
  const to = {
    ...(wanted.status === was.status ? {} : { status: wanted.status }),
    ...(wanted.description === was.description ? {} : { description: wanted.description }),
  }
  if (Object.keys(to).length === 0) return was
  await submit(changeDay, { driverName: driver.name, was, to }, { seenVersion: seenVersion(was) })
  return { ...was, ...to }
}

/**
 * Gives every day from `from` to `to` one status, in one change; descriptions stay, missing days are made. Rejects with
 * `NotKept` when the device can't keep the change.
 */
export async function fillRange(
  driver: DayDriver,
  range: { readonly from: IsoDay; readonly to: IsoDay },
  status: DutyStatus,
  dayOn: DayOn,
  { submit, newId }: DaySaving,
): Promise<void> {
  const days = daysFrom(range.from, daysBetween(range.from, range.to) + 1).map((date) => {
    const was = dayOn(date)
    return { date, was, client_id: was ? null : newId() }
  })
  await submit(fillDays, { driver: driver.id, driverName: driver.name, status, days }, { seenVersion: null })
}

/** What the day editor saves: the status for all days of the range, the description for the one that was opened. */
export async function saveDays(
  driver: DayDriver,
  date: IsoDay,
  range: { readonly from: IsoDay; readonly to: IsoDay },
  wanted: DayWanted,
  dayOn: DayOn,
  saving: DaySaving,
): Promise<void> {
  const was = dayOn(date)
  if (range.from === range.to) {
    await setDay(driver, date, was, wanted, saving)
    return
  }
  const described = wanted.description !== (was?.description ?? '')
  const opened = described
    ? await setDay(driver, date, was, { ...wanted, status: was?.status ?? wanted.status }, saving)
    : was
  await fillRange(driver, range, wanted.status, (day) => (day === date ? opened : dayOn(day)), saving)
}
