import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { useRecordForm } from '#src/form/frame/use-record-form.ts'
import { patchWords } from '#src/record/record-form.ts'
import { editPatch, editValuesOf } from './edit-inspection.ts'
import { EDIT_DRAFT } from './edit-inspection-draft.ts'
import { saveEdit } from './save-edit.ts'

/** Describes the change of a report from `seen` to `now` in the fields of the form. Empty if they are equal. */
export const inspectionDifferenceWords = (seen: Inspection, now: Inspection): string =>
  patchWords(inspectionRecord, seen, editPatch(seen, editValuesOf(now), ''))

interface Files {
  readonly attachments: readonly NewAttachment[]
  /** Numbers from `existingFiles`. */
  readonly removed: readonly number[]
}
const NO_FILES: Files = { attachments: [], removed: [] }
const filesOf = (files: Files): Files => (files.attachments.length + files.removed.length > 0 ? { ...files } : NO_FILES)

/** The state of the edit form: values, files, draft and saving. */
export function useInspectionEdit(inspection: Inspection, tab: InspectionTab, onClose: () => void) {
  const {
    beside: files,
    setBeside,
    ...recordForm
  } = useRecordForm({
    row: inspection,
    valuesOf: editValuesOf,
    difference: inspectionDifferenceWords,
    nothing: NO_FILES,
    kind: EDIT_DRAFT,
    key: inspectionKind.keyOf(inspection),
    pack: ({ was, values, beside: { attachments, removed } }) => ({
      was,
      tab,
      values,
      attachments: [...attachments],
      removed: [...removed],
    }),
    unpack: ({ was, values, attachments, removed }) => ({ was, values, beside: filesOf({ attachments, removed }) }),
    withoutFiles: ({ removed }) => filesOf({ attachments: [], removed }),
    isReady: ({ was, values, beside }) => beside !== NO_FILES || Object.keys(editPatch(was, values, tab)).length > 0,
    save: ({ was, values, beside }, own) =>
      saveEdit({ was, now: inspection, to: editPatch(was, values, tab), ...beside }, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  const setFiles = (next: (before: Files) => Files) => setBeside((before) => filesOf(next(before)))
  return { ...recordForm, files, setFiles }
}
