import { useEffect, useState } from 'react'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import type { Submitter } from './submit-and-wait.ts'
import { type FormContent, useDraftForm } from './use-draft-form.ts'

/** The input of a form about a record. */
interface RecordInput<Row, Values, Beside> extends FormContent<Values, Beside> {
  /** The record when the user began to type: the base of the change. */
  readonly was: Row
}

interface RecordFormOptions<Row, Values, Beside, Stored> {
  /** The current record. */
  readonly row: Row
  readonly valuesOf: (row: Row) => Values
  /** Text: the difference between the seen and the current record. Empty if the form would show the same. */
  readonly difference: (seen: Row, now: Row) => string
  /** The value of `beside`, the choice outside of the fields, while nothing is chosen. Compared by identity. */
  readonly nothing: Beside
  readonly kind: DraftKind<Stored>
  /** Names the record that the form is about. */
  readonly key: string
  /** The input to store, without secrets. */
  readonly pack: (typed: RecordInput<Row, Values, Beside>) => Stored
  readonly unpack: (stored: Stored) => RecordInput<Row, Values, Beside>
  /** As in `useDraftForm`. */
  readonly withoutFiles?: (beside: Beside) => Beside
  /** Whether the form can be saved. */
  readonly isReady?: (typed: RecordInput<Row, Values, Beside>) => boolean
  /** Saves the input as a change of `was`. The rest as in `useDraftForm`. */
  readonly save: (typed: RecordInput<Row, Values, Beside>, submitter: Submitter) => Promise<void>
  readonly onSaved: () => void
  readonly onGivenUp: () => void
}

/**
 * A form that changes a record. It starts with the current record, stores the input like `useDraftForm`, and saves it
 * as a change of the record that the user saw when typing began.
 */
export function useRecordForm<Row extends { readonly version: number }, Values, Beside, Stored>(
  input: RecordFormOptions<Row, Values, Beside, Stored>,
) {
  const { row, valuesOf, nothing, kind, key, onSaved, onGivenUp } = input
  const [{ was, start }, setBase] = useState(() => ({ was: row, start: valuesOf(row) }))
  const draftForm = useDraftForm<Values, Beside, Stored>({
    ...{ start, nothing, kind, key, onSaved, onGivenUp },
    pack: (content) => input.pack({ was, ...content }),
    unpack: (stored) => {
      const typed = input.unpack(stored)
      setBase((base) => ({ ...base, was: typed.was }))
      return typed
    },
    withoutFiles: (beside) => input.withoutFiles?.(beside) ?? nothing,
    isReady: (content) => input.isReady?.({ was, ...content }) ?? true,
    save: (content, submitter) => input.save({ was, ...content }, submitter),
  })
  const { form, isDirty, isRestored } = draftForm
  const begin = (now: Row) => {
    const values = valuesOf(now)
    setBase({ was: now, start: values })
    form.refresh(values)
  }
  const isIdle = !isDirty && !isRestored && !form.frame.isSubmitting
  // While the user has typed nothing, the form follows the current record.
  useEffect(() => {
    if (isIdle && row !== was) begin(row)
  })
  return {
    ...draftForm,
    was,
    // During a save the record changes through the user's own change, which is no news to the user.
    meanwhile: form.frame.isSubmitting ? null : changedMeanwhile(was, row, input.difference),
    startOver: () => draftForm.startOver().then(() => begin(row)),
  }
}
