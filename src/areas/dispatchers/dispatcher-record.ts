import type { DispatcherChange } from '#contract/people/dispatcher-changes.ts'
import { type Dispatcher, dispatcher, dispatcherKind } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import { appRecord } from '#src/record/app-record.ts'
import type { FieldsOf } from '#src/record/field-list.ts'

/** A dispatcher. Other commands change the status and the team, and the rest is the user's. */
export const dispatcherRecord = appRecord({
  kind: dispatcherKind,
  seen: dispatcher,
  title: ({ user }: Dispatcher) => fullName(user),
  refreshes: [['dispatchers'], ['schedule']],
  fields: {} satisfies FieldsOf<Dispatcher, DispatcherChange, keyof DispatcherChange>,
})
