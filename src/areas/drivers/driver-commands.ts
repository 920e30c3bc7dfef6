import * as z from 'zod/mini'
import { driver, driverEndpoints, driverKind } from '#contract/drivers.ts'
import { dutyStatus, dutyStatusOf } from '#contract/duty.ts'
import { isoDate } from '#contract/record.ts'
import { fullName } from '#contract/users.ts'
import { command, patched, recordKey } from '#src/offline/command.ts'

/** Gives a driver a duty status from a day on; an end that the former status had goes with it. */
export const changeDriverStatus = command({
  name: 'drivers.changeStatus',
  version: 1,
  endpoint: driverEndpoints.update,
  input: z.object({
    /** The driver as the person saw him: lists where he now belongs can show him, loaded there or not. */
    was: driver,
    to: dutyStatus,
    /** The company's day on which the person made the change. */
    on: isoDate,
  }),
  request: ({ was, to, on }) => ({
    params: { id: was.id },
    body: { status: to, status_date_from: on, status_date_to: null },
  }),
  touches: ({ was }) => [recordKey(driverKind, driverKind.keyOf(was))],
  shows: ({ was, to, on }) => [
    patched(
      driverKind,
      driverKind.keyOf(was),
      (row) => ({
        ...row,
        current_status: to,
        // A driver inside a schedule row carries no dates.
        ...('current_status_date_from' in row ? { current_status_date_from: on, status_date_to: null } : {}),
      }),
      was,
    ),
  ],
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
