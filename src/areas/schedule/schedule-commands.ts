import * as z from 'zod/mini'
import { type DutyStatus, dutyStatus, dutyStatusOf } from '#contract/duty.ts'
import { clientId, isoDate, type RecordRef, serverId } from '#contract/record.ts'
import { scheduleEndpoints } from '#contract/schedule.ts'
import { dayKind, type ScheduleDay, scheduleDay } from '#contract/schedule-day.ts'
import { dayWords } from '#src/format/calendar.ts'
import { type Command, command, type Draft, patched, type RecordKey, recordKey } from '#src/offline/command.ts'
import { descriptionField, statusField } from './day-fields.ts'

/** The id of a day that only this device knows so far; it is then named by its `client_id`. */
export const NO_ID_YET = 0

/** A day as the person saw it when changing it: the server's, or one that this device made and has not sent. */
export const seenDay = z.object({ ...scheduleDay.shape, id: z.int().check(z.nonnegative()) })

const keyOf = (day: { readonly driver: number; readonly date: string }): RecordKey =>
  recordKey(dayKind, dayKind.keyOf(day))
/** A day that only this device knows so far. */
export const newDay = (day: Omit<ScheduleDay, 'id' | 'version'>): ScheduleDay => ({ ...day, id: NO_ID_YET, version: 0 })
const statusTitle = (status: ScheduleDay['status']) => dutyStatusOf(status).title
const noteWords = (text: string) => (text === '' ? 'Description removed' : `Description: “${text}”`)

/** What the server calls the day, or what this device called it. */
function refOf(day: ScheduleDay): RecordRef {
  if (day.id !== NO_ID_YET) return day.id
  if (day.client_id === null) throw new Error(`day ${keyOf(day)} has neither an id nor a client_id`)
  return day.client_id
}

function versionsOf(days: readonly ScheduleDay[]) {
  return days.map((day) => ({ key: keyOf(day), version: day.version }))
}
function versionOfReply(reply: unknown) {
  const day = scheduleDay.safeParse(reply)
  return day.success ? versionsOf([day.data]) : []
}

/** Makes a day where there was none. Its `client_id` is given when the person saves, so that it can be changed again before it is sent. */
export const createDay = command({
  name: 'schedule.createDay',
  version: 1,
  endpoint: scheduleEndpoints.create,
  input: z.object({
    driverName: z.string(),
    day: z.object({
      driver: serverId,
      date: isoDate,
      status: dutyStatus,
      description: z.string(),
      client_id: clientId,
    }),
  }),
  request: ({ day }) => ({ body: day }),
  touches: ({ day }) => [keyOf(day)],
  // Not `added`: that would put this day in place of one that a colleague has made meanwhile.
  shows: ({ day }) => [
    patched(
      dayKind,
      dayKind.keyOf(day),
      (row) => ({ ...row, status: day.status, description: day.description }),
      newDay(day),
    ),
  ],
  describe: ({ driverName, day }) => ({
    record: `${driverName}, ${dayWords(day.date)}`,
    change: [`Status: ${statusTitle(day.status)}`, ...(day.description ? [noteWords(day.description)] : [])].join(
      ' · ',
    ),
  }),
  fields: (input) => {
    const put = (part: { status?: DutyStatus; description?: string }) => ({ ...input, day: { ...input.day, ...part } })
    const isNew = { was: undefined, without: () => null }
    return [
      statusField(input.day.status, (status) => put({ status }), isNew),
      descriptionField(input.day.description, (description) => put({ description }), isNew),
    ]
  },
  versions: versionOfReply,
  refreshes: [['schedule']],
})

const dayChange = z.object({
  driverName: z.string(),
  was: seenDay,
  to: z.object({ status: z.optional(dutyStatus), description: z.optional(z.string()) }),
})
type ChangeDay = z.output<typeof dayChange>

/** The change without one of its fields; null when it has no other. */
function withoutPart(input: ChangeDay, part: keyof ChangeDay['to']): ChangeDay | null {
  const { [part]: _, ...to } = input.to
  return Object.keys(to).length === 0 ? null : { ...input, to }
}

/** Puts a day back as it was, in the fields that a change gives it. */
function dayBack(driverName: string, was: ScheduleDay, to: ChangeDay['to']): Draft {
  const back = {
    ...(to.status === undefined ? {} : { status: was.status }),
    ...(to.description === undefined ? {} : { description: was.description }),
  }
  const input = { driverName, was: { ...was, ...to }, to: back }
  return { command: changeDay, input, seenVersion: was.version > 0 ? was.version : null }
}

/** Changes the status or the description of a day that is there. */
export const changeDay: Command<ChangeDay> = command({
  name: 'schedule.changeDay',
  version: 1,
  endpoint: scheduleEndpoints.update,
  input: dayChange,
  request: ({ was, to }) => ({ params: { id: refOf(was) }, body: to }),
  touches: ({ was }) => [keyOf(was)],
  shows: ({ was, to }) => [patched(dayKind, dayKind.keyOf(was), (row) => ({ ...row, ...to }), was)],
  // A status and a description that were saved one after the other are two things; each may be taken back by itself.
  merge: (earlier, later) =>
    Object.keys(later.to).some((part) => part in earlier.to)
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
  onto: (input, current) => {
    const now = scheduleDay.safeParse(current)
    return now.success ? { ...input, was: now.data } : input
  },
  describe: ({ driverName, was, to }) => ({
    record: `${driverName}, ${dayWords(was.date)}`,
    change: [
      ...(to.status ? [`Status: ${statusTitle(was.status)} → ${statusTitle(to.status)}`] : []),
      ...(to.description === undefined ? [] : [noteWords(to.description)]),
    ].join(' · '),
  }),
  versions: versionOfReply,
  refreshes: [['schedule']],
})

/** Gives a run of a driver's days one status; makes the days that are missing, keeps descriptions. */
export const fillDays = command({
  name: 'schedule.fillDays',
  version: 1,
  endpoint: scheduleEndpoints.bulkEdit,
  input: z.object({
    driver: serverId,
    driverName: z.string(),
    status: dutyStatus,
    /** In order, without gaps. A day that was missing carries the name that it is made under. */
    days: z
      .array(z.object({ date: isoDate, was: z.nullable(seenDay), client_id: z.nullable(clientId) }))
      .check(z.minLength(1)),
  }),
  request: ({ driver, status, days }) => ({
    body: {
      date_from: days[0]?.date,
      date_to: days.at(-1)?.date,
      driver_id: driver,
      status,
      client_ids: Object.fromEntries(days.flatMap((day) => (day.client_id ? [[day.date, day.client_id]] : []))),
    },
  }),
  touches: ({ driver, days }) => {
    const [first, ...rest] = days.map((day) => keyOf({ driver, date: day.date }))
    if (first === undefined) throw new Error('a fill of no days')
    return [first, ...rest]
  },
  shows: ({ driver, status, days }) =>
    days.map(({ date, was, client_id }) =>
      patched(
        dayKind,
        dayKind.keyOf({ driver, date }),
        (row) => ({ ...row, status }),
        was ?? newDay({ driver, date, status, description: '', client_id }),
      ),
    ),
  // A day that it makes stays: there is no call that takes one away. Then nothing puts all of them back.
  inverse: ({ driverName, status, days }) =>
    days.every(({ was }) => was !== null)
      ? days.flatMap(({ was }) => (was && was.status !== status ? [dayBack(driverName, was, { status })] : []))
      : [],
  fields: (input) => [
    statusField(input.status, (status) => ({ ...input, status }), { was: undefined, without: () => null }),
  ],
  describe: ({ driverName, status, days }) => ({
    record: `${driverName}, ${dayWords(days[0]?.date ?? '')} to ${dayWords(days.at(-1)?.date ?? '')}`,
    change: `Status of ${days.length} days: ${statusTitle(status)}`,
  }),
  versions: (reply) => {
    const days = z.array(scheduleDay).safeParse(reply)
    return days.success ? versionsOf(days.data) : []
  },
  refreshes: [['schedule']],
})
