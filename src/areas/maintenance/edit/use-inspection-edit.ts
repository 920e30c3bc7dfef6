import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { type Inspection, inspectionKind } from '#contract/maintenance/inspections.ts'
import { inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { useSeenForm } from '#src/form/frame/use-seen-form.ts'
import { patchWords } from '#src/record/record-form.ts'
import { editPatch, editValuesOf } from './edit-inspection.ts'
import { EDIT_DRAFT } from './edit-inspection-draft.ts'
import { saveEdit } from './save-edit.ts'

/** A report in words as a change from `seen` to `now`, as far as the form shows it; empty where that is the same. */
export const inspectionDiffers = (seen: Inspection, now: Inspection): string =>
  patchWords(inspectionRecord, seen, editPatch(seen, editValuesOf(now), ''))

interface Files {
  readonly attachments: readonly NewAttachment[]
  /** By the numbers of `existingFiles`. */
  readonly removed: readonly number[]
}
const NO_FILES: Files = { attachments: [], removed: [] }
const filesOf = (given: Files): Files => (given.attachments.length + given.removed.length > 0 ? { ...given } : NO_FILES)

/** What is typed about an inspection, and its saving. */
export function useInspectionEdit(inspection: Inspection, tab: InspectionTab, onClose: () => void) {
  const {
    beside: files,
    setBeside,
    ...seen
  } = useSeenForm({
    row: inspection,
    valuesOf: editValuesOf,
    differs: inspectionDiffers,
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
    isReady: ({ was, values, beside }) => beside !== NO_FILES || Object.keys(editPatch(was, values, tab)).length > 0,
    save: ({ was, values, beside }, own) =>
      saveEdit({ was, now: inspection, to: editPatch(was, values, tab), ...beside }, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  const setFiles = (next: (before: Files) => Files) => setBeside((before) => filesOf(next(before)))
  return { ...seen, files, setFiles }
}
