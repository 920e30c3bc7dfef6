import type { ReactNode } from 'react'
import { submitAndWait, unwatched } from '#src/form/frame/submit-and-wait.ts'
import { toastResult } from '#src/form/frame/toast-result.ts'
import type { HistoryOf } from '#src/history/history-query.ts'
import type { RecordAct } from '#src/list/record-head.tsx'
import { type Command, newChange } from '#src/offline/command.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import type { AppRecord } from './app-record.ts'
import type { RecordFields } from './field-list.ts'
import type { Identity } from './identity.ts'
import type { RecordForms } from './record-forms.tsx'
import { RecordHistoryDialog } from './record-history-dialog.tsx'
import type { Removal } from './remove-command.ts'

interface DialogParts<Row> extends Omit<HistoryOf, 'id'> {
  readonly forms: Pick<RecordForms<Row, never>, 'newDialog' | 'editDialog'>
  readonly remove: Command<Removal<Row>>
  /** The question before a record is removed. */
  readonly question: (row: Row) => ReactNode
}

interface ActProps<Row> {
  readonly act: RecordAct
  readonly row: Row
  /** Called when the form is saved, discarded or left for later. */
  readonly onClose: () => void
  /** Called after the record was removed, because the element that had the focus no longer exists. */
  readonly onGone: () => void
}

/** The dialogs of a record list. The list loads them on a click (`useRecordActs`). */
export interface RecordDialogs<Row> {
  readonly newDialog: RecordForms<Row, never>['newDialog']
  readonly actDialog: (props: ActProps<Row>) => ReactNode
}

/** Declares the dialogs of a record list: the forms, the history, and the question before a removal. */
export function recordDialogs<Row extends Identity, Fields extends RecordFields<Row>>(
  record: AppRecord<Row, Fields>,
  parts: DialogParts<Row>,
): RecordDialogs<Row> {
  const { forms, area, endpoint } = parts
  const dialogs: Readonly<Record<RecordAct, (props: ActProps<Row>) => ReactNode>> = {
    edit: forms.editDialog,
    remove: (props) => <RemoveQuestion {...{ record, parts }} {...props} />,
    history: ({ row, onClose }) => <RecordHistoryDialog {...{ record, row, area, endpoint, onClose }} />,
  }
  return { newDialog: forms.newDialog, actDialog: (props) => dialogs[props.act](props) }
}

interface RemoveProps<Row extends Identity, Fields extends RecordFields<Row>> extends ActProps<Row> {
  readonly record: AppRecord<Row, Fields>
  readonly parts: DialogParts<Row>
}

function RemoveQuestion<Row extends Identity, Fields extends RecordFields<Row>>({
  record,
  parts: { remove, question },
  row,
  onClose,
  onGone,
}: RemoveProps<Row, Fields>) {
  // A refusal is shown immediately, and the refused change does not stay in the outbox.
  const send = async () => {
    const removal = { ...newChange(remove, { was: row }, record.seenVersionOf(row)), files: [] }
    toastResult(await submitAndWait([removal], { ...unwatched(), isHere: () => true }), 'Successfully deleted')
  }
  return (
    <Question
      title={`Remove ${record.title(row)}`}
      confirm="Remove"
      isDanger
      onConfirm={() => void send().then(onGone, toastFailure)}
      onClose={onClose}
    >
      {question(row)}
    </Question>
  )
}
