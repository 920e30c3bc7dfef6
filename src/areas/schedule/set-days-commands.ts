import * as z from 'zod/mini'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { dutyStatus } from '#contract/people/driver-choices.ts'
import { isoDate, serverId } from '#contract/wire/record.ts'
import { dayWords } from '#src/format/calendar.ts'
import { type Command, command, draftOf, type Effect, type Field, planned, removed } from '#src/offline/command.ts'
import { descriptionField, statusField, statusWords } from './day/day-fields.ts'
import {
  anew,
  anewOf,
  dayKey,
  daysNow,
  daysOfDriverWords,
  newDay,
  noteWords,
  seenDay,
  seenOf,
  versionsAsShown,
} from './day/seen-day.ts'

/**
 * What becomes of a day: what is absent stays; where status is null nothing is planned any more. A day of which nothing is
 * said stays as it is after all: somebody else changed it, and the person let that stand.
 */
const dayTo = z.object({ status: z.optional(z.nullable(dutyStatus)), description: z.optional(z.string()) })

const dayChange = z.object({ date: isoDate, was: z.nullable(seenDay), to: dayTo, anew })
export type DayChange = z.output<typeof dayChange>

const setting = z.object({
  driver: serverId,
  driverName: z.string(),
  /** In order, each date once. */
  days: z.array(dayChange).check(z.minLength(1)),
})
type SetDays = z.output<typeof setting>

/** The days that the change is still about. */
const saidOf = ({ days }: SetDays) => days.filter(({ to }) => Object.keys(to).length > 0)

/** How a day is after the change; null for cleared. A day that is made here has no version until the server gives one. */
function after(driver: number, { date, was, to }: DayChange): ScheduleDay | null {
  if (to.status === null) return null
  const status = to.status ?? was?.status
  // The server refuses it, too: there is no day that a description could stand on.
  if (status === undefined) return null
  const before = was ?? newDay({ driver, date, status, description: '', client_id: null })
  return { ...before, status, description: to.description ?? before.description }
}

function effectOf(driver: number, change: DayChange): Effect {
  const key = dayKind.keyOf({ driver, date: change.date })
  const { status, description } = change.to
  const now = after(driver, change)
  if (now === null) return removed(dayKind, key)
  return planned(
    dayKind,
    key,
    (row) => ({ ...row, status: status ?? row.status, description: description ?? row.description }),
    change.was ?? now,
  )
}

/**
 * What puts a day back as it was, from what the person saw before on; null when it was just so. The version that the server
 * gave is no help: it could be that of a colleague who had said the same.
 */
function dayBack(driver: number, change: DayChange): DayChange | null {
  const { date, was } = change
  const now = after(driver, change)
  if (was === null) return now && { date, was: now, to: { status: null } }
  const { status, description } = was
  // A cleared day is no day: who plans it again has seen nothing there.
  if (now === null) return { date, was: null, to: { status, description } }
  const to = {
    ...(now.status === status ? {} : { status }),
    ...(now.description === description ? {} : { description }),
  }
  return Object.keys(to).length === 0 ? null : { date, was: now, to }
}

/** Plans, changes and clears days of one driver, each as it likes, in one transaction: all of them or none. */
export const setDays: Command<SetDays> = command({
  name: 'schedule.setDays',
  version: 1,
  endpoint: scheduleChanges.setDays,
  input: setting,
  request: (input) => ({
    body: {
      driver: input.driver,
      days: saidOf(input).map(({ date, was, to }) => ({ date, seen: seenOf(was), ...to })),
    },
  }),
  touches: ({ driver, days }) => {
    const [first, ...rest] = days.map(({ date }) => dayKey({ driver, date }))
    if (first === undefined) throw new Error('a change of no days')
    return [first, ...rest]
  },
  effects: (input) => saidOf(input).map((day) => effectOf(input.driver, day)),
  inverse: ({ driver, driverName, days }) => {
    const back = days.flatMap((day) => dayBack(driver, day) ?? [])
    return back.length > 0 ? [draftOf(setDays, { driver, driverName, days: back }, null)] : []
  },
  fields: (input) => saidOf(input).flatMap((day) => fieldsOfDay(input, day)),
  onto: (input, current) => {
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
      saidOf(input).map(({ date }) => date),
    ),
    change: changeWords(saidOf(input)),
  }),
  versions: (reply, { driver, days }) => {
    const answer = scheduleChanges.setDays.reply.safeParse(reply)
    if (!answer.success) return []
    const shown = days.map((day) => ({ date: day.date, now: after(driver, day) }))
    return versionsAsShown(driver, answer.data, shown)
  },
  refreshes: [['schedule']],
})

/** The change upon the day as it is now. One that was cleared meanwhile is planned anew, and needs its status said. */
function ontoDay({ date, was, to, anew: before }: DayChange, now: ScheduleDay | undefined): DayChange {
  const isLeft = Object.keys(to).length === 0
  if (now || was === null || to.status === null || isLeft) return { date, was: now ?? null, to }
  const { status, description } = was
  return { date, was: null, to: { status, description, ...to }, anew: before ?? anewOf(to) }
}

/** What is said of a day; that one which is planned has no description goes without saying. */
function sayingOf({ was, to: { status, description } }: DayChange): string {
  const isSaid = status !== null && description !== undefined && (was !== null || description !== '')
  return [...(status === undefined ? [] : [statusWords(status)]), ...(isSaid ? [noteWords(description)] : [])].join(
    ', ',
  )
}

/** "3 days: Vacation", or day by day as far as that can be taken in. */
function changeWords(days: SetDays['days']): string {
  const sayings = days.map(sayingOf)
  const [first = ''] = sayings
  if (days.length === 1) return first
  if (sayings.every((one) => one === first)) return `${days.length} days: ${first}`
  const told = days.slice(0, MAX_TOLD).map(({ date }, at) => `${dayWords(date)}: ${sayings[at]}`)
  const rest = days.length - told.length
  return [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join(' · ')
}
const MAX_TOLD = 3

/** The change that says something else of one day; null when nothing is left of it. Its records stay, and their order. */
function withDay(input: SetDays, date: string, to: DayChange['to']): SetDays | null {
  const next = { ...input, days: input.days.map((day) => (day.date === date ? { ...day, to } : day)) }
  return saidOf(next).length > 0 ? next : null
}

/** What a change says of one day: a day that is cleared is one thing, else status and description are two. */
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
