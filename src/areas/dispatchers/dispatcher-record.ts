import type { DispatcherChange } from '#contract/people/dispatcher-changes.ts'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import { type Dispatcher, dispatcher } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import { appRecord } from '#src/record/app-record.ts'
import type { FieldsOf } from '#src/record/field-list.ts'

/** A dispatcher. Separate commands change status and team; all other fields belong to the user record. */
export const dispatcherRecord = appRecord({
  kind: dispatcherKind,
  seen: dispatcher,
  title: ({ user }: Dispatcher) => fullName(user),
  fields: {} satisfies FieldsOf<Dispatcher, DispatcherChange, keyof DispatcherChange>,
})
