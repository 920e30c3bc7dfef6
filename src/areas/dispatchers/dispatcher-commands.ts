import * as z from 'zod/mini'
import { dispatcherChanges } from '#contract/people/dispatcher-changes.ts'
import {
  DISPATCHER_DUTIES,
  type DispatcherStatus,
  dispatcherKind,
  dispatcherStatus,
} from '#contract/people/dispatcher-choices.ts'
import { dispatcher } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import { isoDate } from '#contract/wire/record.ts'
import { datesWords } from '#src/format/dates-words.ts'
import { type Command, command, patched } from '#src/offline/command.ts'
import { dispatcherPage } from './dispatcher-page.ts'
import { dispatcherRecord } from './dispatcher-record.ts'
import { statusWords } from './dispatcher-words.ts'

const statusInput = z.object({
  /**
   * The dispatcher as the user saw them, so that lists which now contain them can show them even if they were not
   * loaded there.
   */
  was: dispatcher,
  to: dispatcherStatus,
  /** The first and the last day of the status; null for no end. */
  on: z.nullable(isoDate),
  until: z.nullable(isoDate),
})
type ChangeDispatcherStatus = z.output<typeof statusInput>

/** A dismissed dispatcher loses all drivers. */
const leavesNobody = (to: DispatcherStatus) => (to === 'dissmissed' ? { driver_ids: [] } : {})

function changeWords({ was, to, on, until }: ChangeDispatcherStatus): string {
  const dates = datesWords(on, until)
  const status = was.status === to ? statusWords(to) : `${statusWords(was.status)} → ${statusWords(to)}`
  return `Status: ${status}${dates === '' ? '' : `, ${dates}`}`
}

/** The change with another status. The end date belonged to the former status and is dropped. */
function withStatus(input: ChangeDispatcherStatus, to: DispatcherStatus): ChangeDispatcherStatus {
  return to === input.to ? input : { ...input, to, until: null }
}

/** Sets a dispatcher's status for some days, or from a day on. */
export const changeDispatcherStatus: Command<ChangeDispatcherStatus> = command({
  name: 'dispatchers.changeStatus',
  version: 1,
  endpoint: dispatcherChanges.update,
  input: statusInput,
  request: ({ was, to, on, until }) => ({
    params: { id: was.id },
    body: { status: to, status_date_from: on, status_date_to: until, ...leavesNobody(to) },
  }),
  touches: ({ was }) => [dispatcherRecord.keyOf(was)],
  effects: ({ was, to, on, until }) => [
    patched(
      dispatcherKind,
      dispatcherKind.keyOf(was),
      (row) => ({
        ...row,
        status: to,
        // Dispatchers in the schedule have no dates.
        ...('status_date_from' in row ? { status_date_from: on, status_date_to: until } : {}),
      }),
      was,
    ),
  ],
  merge: (earlier, later) => ({ ...later, was: earlier.was }),
  inverse: ({ was, to, on, until }) => {
    const now = { ...was, status: to, status_date_from: on, status_date_to: until }
    const back = { to: was.status, on: was.status_date_from, until: was.status_date_to }
    return [{ command: changeDispatcherStatus, input: { was: now, ...back }, seenVersion: was.version }]
  },
  fields: (input) => [
    {
      names: ['status', 'status_date_from', 'status_date_to', 'driver_ids'],
      title: 'Status',
      as: { is: 'choice', of: DISPATCHER_DUTIES },
      was: input.was.status,
      yours: input.to,
      detail: datesWords(input.on, input.until),
      words: statusWords,
      with: (value) => withStatus(input, dispatcherStatus.parse(value)),
      without: () => null,
    },
  ],
  rebase: (input, current) => ({ ...input, was: dispatcherRecord.currentIn(current) ?? input.was }),
  describe: (input) => ({ record: fullName(input.was.user), change: changeWords(input) }),
  page: dispatcherPage,
  versions: dispatcherRecord.versionsIn,
  areas: ['dispatchers', 'users'],
})
