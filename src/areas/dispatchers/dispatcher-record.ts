import { type Dispatcher, dispatcher, dispatcherChange, dispatcherKind } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import { appRecord } from '#src/record/app-record.ts'

/** A dispatcher. Other commands change the status and the team, and the rest is the user's. */
export const dispatcherRecord = appRecord({
  kind: dispatcherKind,
  seen: dispatcher,
  title: ({ user }: Dispatcher) => fullName(user),
  refreshes: [['dispatchers'], ['schedule']],
  change: dispatcherChange,
  elsewhere: [
    ...(['status', 'status_date_from', 'status_date_to', 'photo'] as const),
    ...(['driver_ids', 'add_drivers', 'remove_drivers'] as const),
  ],
  fields: {},
})
