import * as z from 'zod/mini'
import { dayKind, scheduleDay } from '#contract/boards/schedule.ts'
import { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { dutyStatus } from '#contract/people/driver-choices.ts'
import { clientId, isoDate, serverId } from '#contract/wire/record.ts'
import { dayWords } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { type Command, command, newChange, patchedOrAdded } from '#src/offline/command.ts'
import { statusField } from './day/day-fields.ts'
import {
  dayKey,
  daysNow,
  daysOfDriverWords,
  newDay,
  seenDay,
  seenOf,
  statusTitle,
  versionsAsShown,
} from './day/seen-day.ts'
import { setDays } from './set-days-commands.ts'

const fill = z.object({
  driver: serverId,
  driverName: z.string(),
  status: dutyStatus,
  /** In order, without gaps. A missing day has the client id under which it is created. */
  days: z
    .array(
      z.object({
        date: isoDate,
        was: z.nullable(seenDay),
        client_id: z.nullable(clientId),
        /** The day stays unchanged: another user changed it and the user accepted that. */
        keeps: z.optional(z.boolean()),
      }),
    )
    .check(z.minLength(1)),
})
type FillDays = z.output<typeof fill>
type FilledDay = FillDays['days'][number]

const filled = (days: FillDays['days']) => days.filter(({ keeps }) => !keeps)

/** The change without one of its days; null when no day is left. */
function withoutDay(input: FillDays, date: string): FillDays | null {
  const days = input.days.map((day) => (day.date === date ? { ...day, keeps: true } : day))
  return filled(days).length > 0 ? { ...input, days } : null
}

/** Sets one status on a run of a driver's days. It creates missing days and keeps descriptions. */
export const fillDays: Command<FillDays> = command({
  name: 'schedule.fillDays',
  version: 1,
  endpoint: scheduleChanges.bulkEdit,
  input: fill,
  request: ({ driver, status, days }) => ({
    body: {
      date_from: days[0]?.date,
      date_to: days.at(-1)?.date,
      driver_id: driver,
      status,
      client_ids: Object.fromEntries(
        filled(days).flatMap(({ date, client_id }) => (client_id ? [[date, client_id]] : [])),
      ),
      seen: Object.fromEntries(filled(days).map(({ date, was }) => [date, seenOf(was)])),
      except: days.flatMap(({ date, keeps }) => (keeps ? [date] : [])),
    },
  }),
  touches: ({ driver, days }) => {
    const [first, ...rest] = days.map(({ date }) => dayKey({ driver, date }))
    if (first === undefined) throw new Error('a fill of no days')
    return [first, ...rest]
  },
  effects: ({ driver, status, days }) =>
    filled(days).map(({ date, was, client_id }) =>
      patchedOrAdded(
        dayKind,
        dayKind.keyOf({ driver, date }),
        (row) => ({ ...row, status }),
        was ?? newDay({ driver, date, status, description: '', client_id }),
      ),
    ),
  inverse: ({ driver, driverName, status, days }) => {
    const back = filled(days).flatMap(({ date, was }) => {
      if (was?.status === status) return []
      const now = { ...(was ?? newDay({ driver, date, status, description: '', client_id: null })), status }
      return [{ date, was: now, to: { status: was?.status ?? null } }]
    })
    return back.length > 0 ? [newChange(setDays, { driver, driverName, days: back }, null)] : []
  },
  fields: (input) => [
    statusField(input.status, (status) => ({ ...input, status }), { was: undefined, without: () => null }),
    ...filled(input.days).map((day) => dayOfFill(input, day)),
  ],
  rebase: (input, current) => {
    const now = daysNow.safeParse(current)
    if (!now.success) return input
    const days = input.days.map((day) => ({ ...day, was: now.data.find(({ date }) => date === day.date) ?? null }))
    return { ...input, days }
  },
  describe: ({ driverName, status, days }) => ({
    record: daysOfDriverWords(
      driverName,
      days.map(({ date }) => date),
    ),
    change: `Status of ${countOf(filled(days).length, 'day')}: ${statusTitle(status)}`,
  }),
  versions: (reply, { driver, status, days }) => {
    const answer = z.array(scheduleDay).safeParse(reply)
    if (!answer.success) return []
    const shown = days.map(({ date, was }) => ({ date, now: { status, description: was?.description ?? '' } }))
    return versionsAsShown(driver, { days: answer.data, cleared: [] }, shown)
  },
  areas: ['schedule'],
})

/** The field for one day: the user can leave it out when another user has changed it. */
function dayOfFill(input: FillDays, { date, was }: FilledDay) {
  const as = { is: 'unchangeable' } as const
  const rest = { was: was?.status ?? null, without: () => withoutDay(input, date) }
  return { ...statusField(input.status, () => input, rest), names: [`${date}.status`], title: dayWords(date), as }
}
