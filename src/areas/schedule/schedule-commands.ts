import * as z from 'zod/mini'
import { dayKind, type ScheduleDay, scheduleDay } from '#contract/boards/schedule.ts'
import { clearedDay, scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { type DutyStatus, dutyStatus } from '#contract/people/driver-choices.ts'
import { clientId, isoDate, serverId } from '#contract/wire/record.ts'
import { dayWords } from '#src/format/calendar.ts'
import { type Command, command, type NewChange, newChange, patched, patchedOrAdded } from '#src/offline/command.ts'
import { descriptionField, statusField } from './day/day-fields.ts'
import {
  dayKey,
  newDay,
  noteWords,
  refOf,
  replanned,
  replannedBy,
  seenDay,
  statusTitle,
  versionOfReply,
} from './day/seen-day.ts'
import { type DayChange, setDays } from './set-days-commands.ts'

/**
 * Restores a day. `now` is the day after the change, but with the version that the user saw before it: the server
 * ignores this device's own changes, and a newer version could be that of a colleague who made the same change.
 */
function backTo(driverName: string, now: ScheduleDay, to: DayChange['to']): NewChange {
  const { driver, date } = now
  return newChange(setDays, { driver, driverName, days: [{ date, was: now, to }] }, null)
}

const dayMaking = z.object({
  driverName: z.string(),
  day: z.object({
    driver: serverId,
    date: isoDate,
    status: dutyStatus,
    description: z.string(),
    client_id: clientId,
  }),
  /** The day that another user has created in the meantime, once this user has seen it. */
  met: z.optional(seenDay),
})
type CreateDay = z.output<typeof dayMaking>

/**
 * Creates a day. Its `client_id` is set when the user saves, so that the day can be changed again before it is sent.
 */
export const createDay: Command<CreateDay> = command({
  name: 'schedule.createDay',
  version: 1,
  endpoint: scheduleChanges.create,
  input: dayMaking,
  request: ({ day }) => ({ body: day }),
  touches: ({ day }) => [dayKey(day)],
  effects: ({ day: { status, description, ...day }, met }) => [
    patchedOrAdded(
      dayKind,
      dayKind.keyOf(day),
      (row) => ({ ...row, status, description }),
      met ?? newDay({ ...day, status, description }),
    ),
  ],
  inverse: ({ driverName, day, met }) => {
    const to = met ? { status: met.status, description: met.description } : { status: null }
    return [backTo(driverName, { ...newDay(day), version: met?.version ?? 0 }, to)]
  },
  describe: ({ driverName, day }) => ({
    record: `${driverName}, ${dayWords(day.date)}`,
    change: [`Status: ${statusTitle(day.status)}`, ...(day.description ? [noteWords(day.description)] : [])].join(
      ' · ',
    ),
  }),
  fields: (input) => {
    const { day, met } = input
    const put = (part: { status?: DutyStatus; description?: string }) => ({ ...input, day: { ...day, ...part } })
    // The other user's values are already there: a change with the same values is empty.
    const theirs = (part: Partial<Pick<ScheduleDay, 'status' | 'description'>>) => {
      const next = put(part)
      const isTheirs = met && next.day.status === met.status && next.day.description === met.description
      return !met || isTheirs ? null : next
    }
    const status = { was: met?.status, without: () => theirs({ ...(met && { status: met.status }) }) }
    const description = {
      was: met?.description,
      without: () => theirs({ ...(met && { description: met.description }) }),
    }
    return [
      statusField(day.status, (value) => put({ status: value }), status),
      descriptionField(day.description, (value) => put({ description: value }), description),
    ]
  },
  rebase: (input, current) => {
    const now = scheduleDay.safeParse(current)
    return now.success ? { ...input, met: now.data } : input
  },
  versions: versionOfReply,
  areas: ['schedule'],
})

const dayChange = z.object({
  driverName: z.string(),
  was: seenDay,
  to: z.object({ status: z.optional(dutyStatus), description: z.optional(z.string()) }),
  anew: replanned,
})
type ChangeDay = z.output<typeof dayChange>

/** The change without one of its fields; null when no field is left, or no day that the field could belong to. */
function withoutPart(input: ChangeDay, part: keyof ChangeDay['to']): ChangeDay | null {
  if (input.anew === 'held' || (input.anew && part === 'status')) return null
  const { [part]: _, ...to } = input.to
  return Object.keys(to).length === 0 ? null : { ...input, to }
}

/** Restores the fields of a day that a change sets. */
function dayBack(driverName: string, was: ScheduleDay, { status, description }: ChangeDay['to']): NewChange {
  const back = {
    ...(status === undefined ? {} : { status: was.status }),
    ...(description === undefined ? {} : { description: was.description }),
  }
  return backTo(driverName, { ...was, status: status ?? was.status, description: description ?? was.description }, back)
}

/** Changes the status or the description of an existing day. */
export const changeDay: Command<ChangeDay> = command({
  name: 'schedule.changeDay',
  version: 1,
  endpoint: scheduleChanges.update,
  input: dayChange,
  request: ({ was, to }) => ({ params: { id: refOf(was) }, body: to }),
  touches: ({ was }) => [dayKey(was)],
  effects: ({ was, to }) => [patched(dayKind, dayKind.keyOf(was), (row) => ({ ...row, ...to }), was)],
  // A status and a description saved one after the other stay two changes, so that each can be undone on its own.
  merge: (earlier, later) =>
    !earlier.anew && Object.keys(later.to).some((part) => part in earlier.to)
      ? { ...later, was: earlier.was, to: { ...earlier.to, ...later.to } }
      : null,
  inverse: ({ driverName, was, to }) => [dayBack(driverName, was, to)],
  fields: (input) => {
    const { was, to } = input
    const put = (part: ChangeDay['to']) => ({ ...input, to: { ...to, ...part } })
    const rest = (part: keyof ChangeDay['to']) => ({ was: was[part], without: () => withoutPart(input, part) })
    return [
      ...(to.status === undefined ? [] : [statusField(to.status, (status) => put({ status }), rest('status'))]),
      ...(to.description === undefined
        ? []
        : [descriptionField(to.description, (description) => put({ description }), rest('description'))]),
    ]
  },
  rebase: (input, current) => {
    const now = scheduleDay.safeParse(current)
    const { anew: before, ...change } = input
    if (now.success) return { ...change, was: now.data }
    // The day was cleared in the meantime. To plan it again it needs a status: the one that the user saw.
    const { status, description } = input.was
    const cleared = clearedDay.safeParse(current)
    const was = cleared.success ? { ...input.was, version: cleared.data.version } : input.was
    return { ...change, was, to: { status, description, ...input.to }, anew: before ?? replannedBy(input.to) }
  },
  describe: ({ driverName, was, to }) => ({
    record: `${driverName}, ${dayWords(was.date)}`,
    change: [
      ...(to.status ? [`Status: ${statusTitle(was.status)} → ${statusTitle(to.status)}`] : []),
      ...(to.description === undefined ? [] : [noteWords(to.description)]),
    ].join(' · '),
  }),
  versions: versionOfReply,
  areas: ['schedule'],
})
