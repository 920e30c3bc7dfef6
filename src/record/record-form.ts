import { type Submitter, submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { toastResult } from '#src/form/frame/toast-result.ts'
import { useDraftForm } from '#src/form/frame/use-draft-form.ts'
import { useRecordForm } from '#src/form/frame/use-record-form.ts'
import { type Command, newChange } from '#src/offline/command.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import type { AppRecord } from './app-record.ts'
import {
  changedWords,
  describeFields,
  type PatchOf,
  patchSchema,
  type RecordChange,
  type RecordFields,
} from './field-list.ts'
import { type FormMapping, patchFrom } from './form-values.ts'
import type { Identity } from './identity.ts'

/** Text for the fields that a patch changes; empty when it changes nothing. `was`: the record as the user saw it. */
export const patchWords = <Row extends Identity, Fields extends RecordFields<Row>>(
  { fields }: AppRecord<Row, Fields>,
  was: Row,
  to: Readonly<Record<string, unknown>>,
): string => changedWords(describeFields(fields, { was, to, with: () => null, without: () => null }))

interface EditFormOptions<Row extends Identity, Fields extends RecordFields<Row>, Values extends object> {
  readonly record: AppRecord<Row, Fields>
  readonly form: FormMapping<Row, Values>
  readonly command: Command<RecordChange<Row, PatchOf<Fields>>>
  readonly draft: DraftKind<{ readonly was: Row; readonly values: Values }>
  /** The current record. */
  readonly row: Row
  /**
   * Submits the change. Default: also waits for the server's response and shows the result. Throws `NotSaved` and
   * `ApiError`.
   */
  readonly send?: (change: NewChangeWithFiles, submitter: Submitter) => Promise<void>
  /** Called when the form is saved or discarded. */
  readonly onClose: () => void
}

const sendAndWait = async (change: NewChangeWithFiles, submitter: Submitter): Promise<void> =>
  toastResult(await submitAndWait([change], submitter), 'Successfully updated')

/**
 * The form that edits a record. It sends the fields that differ from the record as it was when the user began to type.
 */
export function useEditForm<Row extends Identity, Fields extends RecordFields<Row>, Values extends object>(
  options: EditFormOptions<Row, Fields, Values>,
) {
  const { record, form, command, draft, row, onClose, send = sendAndWait } = options
  return useRecordForm({
    row,
    valuesOf: form.valuesOf,
    difference: (seen, now) => patchWords(record, seen, patchFrom(record, form, [seen, form.valuesOf(now)])),
    nothing: null,
    kind: draft,
    key: record.kind.keyOf(row),
    pack: ({ was, values }) => ({ was, values }),
    unpack: ({ was, values }) => ({ was, values, beside: null }),
    save: async ({ was, values }, submitter) => {
      const to = patchSchema(record.fields).parse(patchFrom(record, form, [was, values]))
      if (Object.keys(to).length === 0) return
      // A record that was unsent when the user began to type may have a version by now.
      const seenVersion = record.seenVersionOf(was) ?? record.seenVersionOf(row)
      await send({ ...newChange(command, { was, to }, seenVersion), files: [] }, submitter)
    },
    onSaved: onClose,
    onGivenUp: onClose,
  })
}

interface NewFormOptions<Input, Values> {
  readonly command: Command<Input>
  readonly draft: DraftKind<{ readonly values: Values }>
  /** The form's initial values. */
  readonly start: Values
  /** The command's input for the form's values. */
  readonly inputOf: (client_id: string, values: Values) => Input
  /** Called when the form is saved or discarded. */
  readonly onClose: () => void
}

/** The form that creates a record. The record gets its `client_id` when the form is saved. */
export function useNewForm<Input, Values>({ command, draft, start, inputOf, onClose }: NewFormOptions<Input, Values>) {
  return useDraftForm({
    start,
    nothing: null,
    kind: draft,
    key: 'new',
    pack: ({ values }) => ({ values }),
    unpack: ({ values }) => ({ values, beside: null }),
    save: async ({ values }, submitter) => {
      const change = { ...newChange(command, inputOf(newUuid(), values), null), files: [] }
      toastResult(await submitAndWait([change], submitter), 'Successfully created')
    },
    onSaved: onClose,
    onGivenUp: onClose,
  })
}
