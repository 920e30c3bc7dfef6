import * as z from 'zod/mini'
import { driver, driverEndpoints, driverKind } from '#contract/drivers.ts'
import { DUTY_STATUSES, dutyStatus, dutyStatusOf } from '#contract/duty.ts'
import { fullName } from '#contract/people.ts'
import { isoDate } from '#contract/record.ts'
import { type Command, command, patched, recordKey } from '#src/offline/command.ts'

/** The title of a status; of anything else as little as can be said. */
function statusWords(value: unknown): string {
  const status = dutyStatus.safeParse(value)
  return status.success ? dutyStatusOf(status.data).title : String(value ?? '–')
}

const statusInput = z.object({
  /** The driver as the person saw him: lists where he now belongs can show him, loaded there or not. */
  was: driver,
  to: dutyStatus,
  /** The company's day from which it holds: that on which the person made the change. */
  on: z.nullable(isoDate),
  until: z.nullable(isoDate),
})
type ChangeDriverStatus = z.output<typeof statusInput>

/** Gives a driver a duty status from a day on, and until another if one is given; the former status's dates go with it. */
export const changeDriverStatus: Command<ChangeDriverStatus> = command({
  name: 'drivers.changeStatus',
  version: 2,
  upgrades: { 1: (input) => ({ ...(input as object), until: null }) },
  endpoint: driverEndpoints.update,
  input: statusInput,
  request: ({ was, to, on, until }) => ({
    params: { id: was.id },
    body: { status: to, status_date_from: on, status_date_to: until },
  }),
  touches: ({ was }) => [recordKey(driverKind, driverKind.keyOf(was))],
  shows: ({ was, to, on, until }) => [
    patched(
      driverKind,
      driverKind.keyOf(was),
      (row) => ({
        ...row,
        current_status: to,
        // A driver inside a schedule row carries no dates.
        ...('current_status_date_from' in row ? { current_status_date_from: on, status_date_to: until } : {}),
      }),
      was,
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
      words: statusWords,
      with: (value) => ({ ...input, to: dutyStatus.parse(value) }),
      without: () => null,
    },
  ],
  onto: (input, current) => {
    const now = driver.safeParse(current)
    return now.success ? { ...input, was: now.data } : input
  },
  describe: ({ was, to }) => ({
    record: fullName(was.user),
    change: `Status: ${dutyStatusOf(was.current_status).title} → ${dutyStatusOf(to).title}`,
  }),
  versions: (reply, { was }) => {
    const now = driver.safeParse(reply)
    return now.success ? [{ key: recordKey(driverKind, driverKind.keyOf(was)), version: now.data.version }] : []
  },
  refreshes: [['drivers'], ['schedule']],
})
