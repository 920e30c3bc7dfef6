import * as z from 'zod/mini'
import { driverChanges } from '#contract/people/driver-changes.ts'
import { DUTY_STATUSES, type DutyStatus, dutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { driver, driverKind } from '#contract/people/drivers.ts'
import { withHolderChange } from '#contract/units/unit-assignment.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { isoDate } from '#contract/wire/record.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { type Command, command, patched } from '#src/offline/command.ts'
import { driverPage } from './driver-page.ts'
import { driverRecord, rowOfSeen, seenDriver } from './driver-record.ts'
import { isDated } from './status-dates.ts'

/** The title of a status. Other values are shown as they are. */
function statusWords(value: unknown): string {
  const status = dutyStatus.safeParse(value)
  return status.success ? dutyStatusOf(status.data).title : String(value ?? '–')
}

/** The change of status in words: "On The Road → Vacation". If only the dates change, just the title. */
function changeOfStatus(was: DutyStatus, to: DutyStatus): string {
  const titles = [was, to].map((value) => dutyStatusOf(value).title)
  return was === to ? `${titles[0]}` : titles.join(' → ')
}

const statusInput = z.object({
  /**
   * The driver as the user saw them, so that lists which now contain them can show them even if they were not loaded
   * there.
   */
  was: seenDriver,
  to: dutyStatus,
  /** The first company day of the status: the day on which the user made the change. */
  on: z.nullable(isoDate),
  until: z.nullable(isoDate),
})
type ChangeDriverStatus = z.output<typeof statusInput>

/** The dates of a status with a first and a last day; empty for other statuses. */
const daysWords = ({ on, until }: Pick<ChangeDriverStatus, 'on' | 'until'>) =>
  until === null ? '' : datesWords(on, until)

/** The change with another status. The end date is kept only if both statuses have a first and a last day. */
function withStatus(input: ChangeDriverStatus, to: DutyStatus): ChangeDriverStatus {
  if (to === input.to) return input
  return { ...input, to, until: isDated(to) && isDated(input.to) ? input.until : null }
}

/** Sets a driver's duty status from a day on, with an optional last day. The former status's dates are dropped. */
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
        // Picker rows have no dates, and neither do schedule rows stored before dates existed.
        ...('current_status_date_from' in row ? { current_status_date_from: on, status_date_to: until } : {}),
      }),
      rowOfSeen(was),
    ),
    // Units of a driver in Firing can't be assigned to others.
    ...[was.truck, was.trailer].flatMap((id) =>
      id === null
        ? []
        : [patched(unitKind, id, (row) => withHolderChange(row, was.id, { is_firing: to === 'firing_process' }))],
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
      detail: daysWords(input),
      words: statusWords,
      with: (value) => withStatus(input, dutyStatus.parse(value)),
      without: () => null,
    },
  ],
  rebase: (input, current) => {
    const now = driver.safeParse(current)
    return now.success ? { ...input, was: now.data } : input
  },
  page: driverPage,
  describe: ({ was, to, on, until }) => ({
    record: fullName(was.user),
    change: [`Status: ${changeOfStatus(was.current_status, to)}`, daysWords({ on, until })].filter(Boolean).join(', '),
  }),
  versions: driverRecord.versionsIn,
  areas: ['drivers', 'users'],
})
