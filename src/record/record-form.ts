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

/** What a patch would change of a record as it was seen, in words; empty where that is nothing. */
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
  /** The record as it is known now. */
  readonly row: Row
  /** Hands the change to the outbox; unless given, it waits for the server's word. Throws NotKept and `ApiError`. */
  readonly send?: (given: NewChangeWithFiles, own: Submitter) => Promise<void>
  /** Saved or given up. */
  readonly onClose: () => void
}

const sendAndWait = async (given: NewChangeWithFiles, own: Submitter): Promise<void> =>
  toastResult(await submitAndWait([given], own), 'Successfully updated')

/** A form that changes fields of a record. It sends what differs from the record as it was when the typing began. */
export function useEditForm<Row extends Identity, Fields extends RecordFields<Row>, Values extends object>(
  given: EditFormOptions<Row, Fields, Values>,
) {
  const { record, form, command, draft, row, onClose, send = sendAndWait } = given
  return useRecordForm({
    row,
    valuesOf: form.valuesOf,
    differs: (seen, now) => patchWords(record, seen, patchFrom(record, form, [seen, form.valuesOf(now)])),
    nothing: null,
    kind: draft,
    key: record.kind.keyOf(row),
    pack: ({ was, values }) => ({ was, values }),
    unpack: ({ was, values }) => ({ was, values, beside: null }),
    save: async ({ was, values }, own) => {
      const to = patchSchema(record.fields).parse(patchFrom(record, form, [was, values]))
      if (Object.keys(to).length === 0) return
      // Of a record that was only on this device when the typing began, the server may have a version by now.
      const seenVersion = record.seenVersionOf(was) ?? record.seenVersionOf(row)
      await send({ ...newChange(command, { was, to }, seenVersion), files: [] }, own)
    },
    onSaved: onClose,
    onGivenUp: onClose,
  })
}

interface NewFormOptions<Input, Values> {
  readonly command: Command<Input>
  readonly draft: DraftKind<{ readonly values: Values }>
  /** What the form holds at first. */
  readonly start: Values
  /** What the command takes for the record that the form describes. */
  readonly inputOf: (client_id: string, values: Values) => Input
  /** Saved or given up. */
  readonly onClose: () => void
}

/** A form that makes a record, which gets its name on this device when it is saved. */
export function useNewForm<Input, Values>({ command, draft, start, inputOf, onClose }: NewFormOptions<Input, Values>) {
  return useDraftForm({
    start,
    nothing: null,
    kind: draft,
    key: 'new',
    pack: ({ values }) => ({ values }),
    unpack: ({ values }) => ({ values, beside: null }),
    save: async ({ values }, own) => {
      const given = { ...newChange(command, inputOf(newUuid(), values), null), files: [] }
      toastResult(await submitAndWait([given], own), 'Successfully created')
    },
    onSaved: onClose,
    onGivenUp: onClose,
  })
}
