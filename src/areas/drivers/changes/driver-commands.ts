import * as z from 'zod/mini'
import { driverChanges } from '#contract/people/driver-changes.ts'
import { DUTY_STATUSES, type DutyStatus, dutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { driver, driverKind } from '#contract/people/drivers.ts'
import { withHolder } from '#contract/units/unit-holding.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { isoDate } from '#contract/wire/record.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { type Command, command, patched } from '#src/offline/command.ts'
import { driverRecord, rowOfSeen, seenDriver } from './driver-record.ts'
import { isDated } from './status-dates.ts'

/** The title of a status; of anything else as little as can be said. */
function statusWords(value: unknown): string {
  const status = dutyStatus.safeParse(value)
  return status.success ? dutyStatusOf(status.data).title : String(value ?? '–')
}

/** "On The Road → Vacation"; of the same status with other dates just its title. */
function changeOfStatus(was: DutyStatus, to: DutyStatus): string {
  const titles = [was, to].map((value) => dutyStatusOf(value).title)
  return was === to ? `${titles[0]}` : titles.join(' → ')
}

const statusInput = z.object({
  /** The driver as the person saw him: lists where he now belongs can show him, loaded there or not. */
  was: seenDriver,
  to: dutyStatus,
  /** The company's day from which it holds: that on which the person made the change. */
  on: z.nullable(isoDate),
  until: z.nullable(isoDate),
})
type ChangeDriverStatus = z.output<typeof statusInput>

/** The days of a status that runs from a day to a day; empty for one that holds until another does. */
const daysWords = ({ on, until }: Pick<ChangeDriverStatus, 'on' | 'until'>) =>
  until === null ? '' : datesWords(on, until)

/** The change to another status; the end of the one chosen before is not its, unless both run from a day to a day. */
function withStatus(input: ChangeDriverStatus, to: DutyStatus): ChangeDriverStatus {
  if (to === input.to) return input
  return { ...input, to, until: isDated(to) && isDated(input.to) ? input.until : null }
}

/** Gives a driver a duty status from a day on, and until another if one is given; the former status's dates go with it. */
export const changeDriverStatus: Command<ChangeDriverStatus> = command({
  name: 'drivers.changeStatus',
  version: 2,
  upgrades: { 1: (input) => ({ ...(input as object), until: null }) },
  endpoint: driverChanges.update,
  input: statusInput,
  request: ({ was, to, on, until }) => ({
    params: { id: was.id },
    body: { status: to, status_date_from: on, status_date_to: until },
  }),
  touches: ({ was }) => [driverRecord.keyOf(was)],
  effects: ({ was, to, on, until }) => [
    patched(
      driverKind,
      driverKind.keyOf(was),
      (row) => ({
        ...row,
        current_status: to,
        // A name for pickers carries no dates, nor does what a device kept of the schedule before it told them.
        ...('current_status_date_from' in row ? { current_status_date_from: on, status_date_to: until } : {}),
      }),
      rowOfSeen(was),
    ),
    // Units of a driver in Firing can't be given to others.
    ...[was.truck, was.trailer].flatMap((id) =>
      id === null
        ? []
        : [patched(unitKind, id, (row) => withHolder(row, was.id, { is_firing: to === 'firing_process' }))],
    ),
  ],
  merge: (earlier, later) => ({ ...later, was: earlier.was }),
  inverse: ({ was, to, on, until }) => {
    const now = { ...was, current_status: to, current_status_date_from: on, status_date_to: until }
    const back = { to: was.current_status, on: was.current_status_date_from, until: was.status_date_to }
    return [{ command: changeDriverStatus, input: { was: now, ...back }, seenVersion: was.version }]
  },
  fields: (input) => [
    {
      names: ['status', 'status_date_from', 'status_date_to'],
      title: 'Status',
      as: { is: 'choice', of: DUTY_STATUSES },
      was: input.was.current_status,
      yours: input.to,
      besides: daysWords(input),
      words: statusWords,
      with: (value) => withStatus(input, dutyStatus.parse(value)),
      without: () => null,
    },
  ],
  onto: (input, current) => {
    const now = driver.safeParse(current)
    return now.success ? { ...input, was: now.data } : input
  },
  describe: ({ was, to, on, until }) => ({
    record: fullName(was.user),
    change: [`Status: ${changeOfStatus(was.current_status, to)}`, daysWords({ on, until })].filter(Boolean).join(', '),
  }),
  versions: driverRecord.versionsIn,
  refreshes: [...driverRecord.refreshes, ['trucks'], ['trailers']],
})
