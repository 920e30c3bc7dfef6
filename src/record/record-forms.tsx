import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Access } from '#contract/wire/access.ts'
import { DraftFormDialog } from '#src/form/frame/draft-form-dialog.tsx'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import type { Command } from '#src/offline/command.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { useCan } from '#src/session/use-can.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import type { AppRecord } from './app-record.ts'
import type { PatchOf, RecordChange, RecordFields } from './field-list.ts'
import { type FormMapping, type FormOfRecord, fillMissingValues } from './form-values.ts'
import type { Identity } from './identity.ts'
import { useEditForm, useNewForm } from './record-form.ts'
import classes from './record-forms.module.css'

interface DialogWords {
  readonly title: string
  /** Explanation below the title. */
  readonly about?: string
  /** Shown to a user with a draft who may no longer change such records. */
  readonly refusal: string
}

interface FormParts<Row extends Identity, Fields extends RecordFields<Row>, Values extends object, Made> {
  /** "department". */
  readonly noun: string
  /** Permission needed to create and change such a record. */
  readonly access: Access
  /** First part of the stored names of its drafts: "contacts". */
  readonly drafts: string
  readonly form: FormMapping<Row, Values> & Pick<FormOfRecord<Row, Values, never>, 'shape' | 'empty'>
  /** The name typed for a new record; empty for none. */
  readonly nameIn: (values: Values) => string
  readonly create: Command<Made>
  /** The command's input for the form's values. */
  readonly inputOf: (client_id: string, values: Values) => Made
  readonly change: Command<RecordChange<Row, PatchOf<Fields>>>
  readonly add: DialogWords
  readonly edit: DialogWords
  /** The inputs that both forms share. */
  readonly Inputs: (props: { readonly form: ReturnType<typeof useFormFrame<Values>> }) => ReactNode
}

interface DialogProps {
  /** Called when the form is saved, discarded or left for later. */
  readonly onClose: () => void
}

interface EditorProps<Row> extends DialogProps {
  readonly value: { readonly was: Row }
}

/** The forms of a record. Unsaved input is stored on the device as a draft until it is saved or discarded. */
export interface RecordForms<Row, Values> {
  readonly newDraft: DraftKind<{ readonly values: Values }>
  readonly editDraft: DraftKind<{ readonly was: Row; readonly values: Values }>
  readonly newDialog: (props: DialogProps) => ReactNode
  readonly editDialog: (props: DialogProps & { readonly row: Row }) => ReactNode
  /** These two continue a draft: for `draftEditor`. */
  readonly newEditor: (props: DialogProps) => ReactNode
  readonly editEditor: (props: EditorProps<Row>) => ReactNode
}

/** Text for form values. Inputs that are not a field of the record are shown unchanged. */
const typedWords = (fields: RecordFields<never>, values: object) =>
  Object.entries(values)
    .filter(([, value]) => Boolean(value))
    .map(([name, value]) => fields[name]?.words(value) ?? String(value))
    .join(' · ')

type Drafts<Row, Values> = Pick<RecordForms<Row, Values>, 'newDraft' | 'editDraft'>

/** The draft kinds of a record's two forms. */
function draftsOf<Row extends Identity, Fields extends RecordFields<Row>, Values extends object, Made>(
  record: AppRecord<Row, Fields>,
  { noun, access, drafts, form, nameIn }: FormParts<Row, Fields, Values, Made>,
): Drafts<Row, Values> {
  const values = z.object(form.shape)
  return {
    newDraft: {
      ...{ name: `${drafts}.new`, version: 1, access },
      schema: fillMissingValues(z.object({ values }), () => form.empty),
      words: (typed) => ({
        record: nameIn(typed.values).trim() || `a new ${noun}`,
        text: typedWords(record.fields, typed.values) || `New ${noun}`,
      }),
    },
    editDraft: {
      ...{ name: `${drafts}.edit`, version: 1, access },
      schema: fillMissingValues(z.object({ was: record.seen, values }), ({ was }) => form.valuesOf(was)),
      words: (typed) => ({
        record: record.title(typed.was),
        text: typedWords(record.fields, typed.values) || record.title(typed.was),
      }),
    },
  }
}

/** Declares the form that creates a record and the form that edits it. */
export function recordForms<Row extends Identity, const Fields extends RecordFields<Row>, Values extends object, Made>(
  record: AppRecord<Row, Fields>,
  parts: FormParts<Row, Fields, Values, Made>,
): RecordForms<Row, Values> {
  const { access, add, edit } = parts
  const drafts = draftsOf(record, parts)
  const newDialog = (props: DialogProps) => <NewRecordDialog {...{ parts, drafts }} {...props} />
  const editDialog = (props: DialogProps & { readonly row: Row }) => (
    <EditRecordDialog {...{ record, parts, drafts }} {...props} />
  )
  return {
    ...drafts,
    ...{ newDialog, editDialog },
    newEditor: (props) => (
      <AccessGuard {...{ access, words: add }} {...props}>
        {newDialog(props)}
      </AccessGuard>
    ),
    editEditor: ({ value: { was }, onClose }) => (
      <AccessGuard {...{ access, words: edit, onClose }}>{editDialog({ row: was, onClose })}</AccessGuard>
    ),
  }
}

interface NewProps<Row extends Identity, Fields extends RecordFields<Row>, Values extends object, Made>
  extends DialogProps {
  readonly parts: FormParts<Row, Fields, Values, Made>
  readonly drafts: Drafts<Row, Values>
}

function NewRecordDialog<Row extends Identity, Fields extends RecordFields<Row>, Values extends object, Made>({
  parts: { create, inputOf, form, add, Inputs },
  drafts: { newDraft },
  onClose,
}: NewProps<Row, Fields, Values, Made>) {
  const created = useNewForm({ command: create, draft: newDraft, start: form.empty, inputOf, onClose })
  return (
    <DraftFormDialog title={add.title} draftForm={created} submit={add.title}>
      <About words={add} />
      <Inputs form={created.form} />
    </DraftFormDialog>
  )
}

interface EditProps<Row extends Identity, Fields extends RecordFields<Row>, Values extends object, Made>
  extends NewProps<Row, Fields, Values, Made> {
  readonly record: AppRecord<Row, Fields>
  readonly row: Row
}

function EditRecordDialog<Row extends Identity, Fields extends RecordFields<Row>, Values extends object, Made>({
  record,
  parts: { form, change, edit, Inputs },
  drafts: { editDraft },
  row,
  onClose,
}: EditProps<Row, Fields, Values, Made>) {
  const edited = useEditForm({ record, form, command: change, draft: editDraft, row, onClose })
  return (
    <DraftFormDialog title={edit.title} draftForm={edited} submit="Save">
      <About words={edit} />
      <Inputs form={edited.form} />
    </DraftFormDialog>
  )
}

function About({ words: { about } }: { readonly words: DialogWords }) {
  return about === undefined ? null : <p className={classes.about}>{about}</p>
}

interface GuardedProps extends DialogProps {
  readonly access: Access
  readonly words: DialogWords
  readonly children: ReactNode
}

/** Shows the form to users with the permission, and the refusal to all others. */
function AccessGuard({ access, words: { title, refusal }, onClose, children }: GuardedProps) {
  if (useCan(access)) return children
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{refusal}</p>
    </Dialog>
  )
}
