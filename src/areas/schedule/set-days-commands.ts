import * as z from 'zod/mini'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { dutyStatus } from '#contract/people/driver-choices.ts'
import { isoDate, serverId } from '#contract/wire/record.ts'
import { dayWords } from '#src/format/calendar.ts'
import {
  type Command,
  command,
  type Effect,
  type Field,
  newChange,
  patchedOrAdded,
  removed,
} from '#src/offline/command.ts'
import { descriptionField, statusField, statusWords } from './day/day-fields.ts'
import {
  dayKey,
  daysNow,
  daysOfDriverWords,
  newDay,
  noteWords,
  replanned,
  replannedBy,
  seenDay,
  seenOf,
  versionsAsShown,
} from './day/seen-day.ts'

/**
 * The new values of a day. Missing fields stay unchanged; a null status clears the day. A day without any value stays
 * unchanged: another user changed it and the user accepted that.
 */
const dayTo = z.object({ status: z.optional(z.nullable(dutyStatus)), description: z.optional(z.string()) })

const dayChange = z.object({ date: isoDate, was: z.nullable(seenDay), to: dayTo, anew: replanned })
export type DayChange = z.output<typeof dayChange>

const setting = z.object({
  driver: serverId,
  driverName: z.string(),
  /** In order, each date once. */
  days: z.array(dayChange).check(z.minLength(1)),
})
type SetDays = z.output<typeof setting>

/** The days that the change still affects. */
const affectedDays = ({ days }: SetDays) => days.filter(({ to }) => Object.keys(to).length > 0)

/** The day after the change; null for a cleared day. A day created here has no version until the server sets one. */
function dayAfter(driver: number, { date, was, to }: DayChange): ScheduleDay | null {
  if (to.status === null) return null
  const status = to.status ?? was?.status
  // A description without a day. The server refuses it too.
  if (status === undefined) return null
  const before = was ?? newDay({ driver, date, status, description: '', client_id: null })
  return { ...before, status, description: to.description ?? before.description }
}

function dayEffect(driver: number, change: DayChange): Effect {
  const key = dayKind.keyOf({ driver, date: change.date })
  const { status, description } = change.to
  const now = dayAfter(driver, change)
  if (now === null) return removed(dayKind, key)
  return patchedOrAdded(
    dayKind,
    key,
    (row) => ({ ...row, status: status ?? row.status, description: description ?? row.description }),
    change.was ?? now,
  )
}

/**
 * Restores a day, based on the version that the user saw before the change; null when nothing changed. The version from
 * the response can't be used: it could be that of a colleague who made the same change.
 */
function dayBack(driver: number, change: DayChange): DayChange | null {
  const { date, was } = change
  const now = dayAfter(driver, change)
  if (was === null) return now && { date, was: now, to: { status: null } }
  const { status, description } = was
  // A cleared day does not exist: to plan it again, the user has seen nothing there.
  if (now === null) return { date, was: null, to: { status, description } }
  const to = {
    ...(now.status === status ? {} : { status }),
    ...(now.description === description ? {} : { description }),
  }
  return Object.keys(to).length === 0 ? null : { date, was: now, to }
}

/** Plans, changes and clears days of one driver, each with its own values, in one transaction: all or none. */
export const setDays: Command<SetDays> = command({
  name: 'schedule.setDays',
  version: 1,
  endpoint: scheduleChanges.setDays,
  input: setting,
  request: (input) => ({
    body: {
      driver: input.driver,
      days: affectedDays(input).map(({ date, was, to }) => ({ date, seen: seenOf(was), ...to })),
    },
  }),
  touches: ({ driver, days }) => {
    const [first, ...rest] = days.map(({ date }) => dayKey({ driver, date }))
    if (first === undefined) throw new Error('a change of no days')
    return [first, ...rest]
  },
  effects: (input) => affectedDays(input).map((day) => dayEffect(input.driver, day)),
  inverse: ({ driver, driverName, days }) => {
    const back = days.flatMap((day) => dayBack(driver, day) ?? [])
    return back.length > 0 ? [newChange(setDays, { driver, driverName, days: back }, null)] : []
  },
  fields: (input) => affectedDays(input).flatMap((day) => fieldsOfDay(input, day)),
  rebase: (input, current) => {
    const now = daysNow.safeParse(current)
    if (!now.success) return input
    return {
      ...input,
      days: input.days.map((day) =>
        ontoDay(
          day,
          now.data.find(({ date }) => date === day.date),
        ),
      ),
    }
  },
  describe: (input) => ({
    record: daysOfDriverWords(
      input.driverName,
      affectedDays(input).map(({ date }) => date),
    ),
    change: changeWords(affectedDays(input)),
  }),
  versions: (reply, { driver, days }) => {
    const answer = scheduleChanges.setDays.reply.safeParse(reply)
    if (!answer.success) return []
    const shown = days.map((day) => ({ date: day.date, now: dayAfter(driver, day) }))
    return versionsAsShown(driver, answer.data, shown)
  },
  areas: ['schedule'],
})

/**
 * The change applied to the current day. A day that was cleared in the meantime is planned again and needs a status.
 */
function ontoDay({ date, was, to, anew: before }: DayChange, now: ScheduleDay | undefined): DayChange {
  const isLeft = Object.keys(to).length === 0
  if (now || was === null || to.status === null || isLeft) return { date, was: now ?? null, to }
  const { status, description } = was
  return { date, was: null, to: { status, description, ...to }, anew: before ?? replannedBy(to) }
}

/** Describes the change of one day. An empty description of a newly planned day is not mentioned. */
function describeDay({ was, to: { status, description } }: DayChange): string {
  const isSaid = status !== null && description !== undefined && (was !== null || description !== '')
  return [...(status === undefined ? [] : [statusWords(status)]), ...(isSaid ? [noteWords(description)] : [])].join(
    ', ',
  )
}

/** Describes the change: "3 days: Vacation", or up to three days one by one. */
function changeWords(days: SetDays['days']): string {
  const descriptions = days.map(describeDay)
  const [first = ''] = descriptions
  if (days.length === 1) return first
  if (descriptions.every((one) => one === first)) return `${days.length} days: ${first}`
  const parts = days.slice(0, MAX_LISTED).map(({ date }, at) => `${dayWords(date)}: ${descriptions[at]}`)
  const rest = days.length - parts.length
  return [...parts, ...(rest > 0 ? [`and ${rest} more`] : [])].join(' · ')
}
const MAX_LISTED = 3

/** The change with other values for one day; null when no change is left. Its records and their order stay the same. */
function withDay(input: SetDays, date: string, to: DayChange['to']): SetDays | null {
  const next = { ...input, days: input.days.map((day) => (day.date === date ? { ...day, to } : day)) }
  return affectedDays(next).length > 0 ? next : null
}

/** The fields of one day: one field for a cleared day, otherwise status and description. */
function fieldsOfDay(input: SetDays, { date, was, to, anew: planned }: DayChange): readonly Field<SetDays>[] {
  const put = (part: DayChange['to']): SetDays => withDay(input, date, { ...to, ...part }) ?? input
  const named = (field: Field<SetDays>, names: readonly string[], title: string) => ({ ...field, names, title })
  const fields: Field<SetDays>[] = []
  const [status, description] = [`${date}.status`, `${date}.description`]
  const { status: _, ...withoutStatus } = to
  const { description: __, ...withoutDescription } = to
  const isWhole = to.status === null || was === null
  if (to.status !== undefined) {
    const without = () => withDay(input, date, isWhole ? {} : withoutStatus)
    const field = statusField(to.status, (value) => put({ status: value }), { was: was?.status ?? null, without })
    fields.push(named(field, to.status === null ? [status, description] : [status], dayWords(date)))
  }
  if (to.status !== null && to.description !== undefined) {
    const without = () => withDay(input, date, planned === 'held' ? {} : withoutDescription)
    const rest = { was: was?.description ?? '', without }
    const field = descriptionField(to.description, (value) => put({ description: value }), rest)
    fields.push(named(field, [description], `${dayWords(date)}, description`))
  }
  return fields
}
