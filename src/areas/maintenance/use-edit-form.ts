import { useEffect, useState } from 'react'
import type { InspectionTab } from '#contract/inspection-lists.ts'
import { type Inspection, inspectionKind } from '#contract/inspections.ts'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import { useFormDraft } from '#src/form/use-form-draft.ts'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useIsHere } from '#src/form/use-is-here.ts'
import { editPatch, editValuesOf } from './edit-inspection.ts'
import { EDIT_DRAFT } from './edit-inspection-draft.ts'
import { changeWords } from './inspection-change.ts'
import { saveEdit } from './save-edit.ts'

/** What of an inspection the server says otherwise than it was when the typing began; null when that is the same. */
export function changedMeanwhile(seen: Inspection, now: Inspection): string | null {
  if (now.version === seen.version) return null
  const to = editPatch(seen, editValuesOf(now), '')
  const words = changeWords({ was: seen, to, files: [] })
  return words === '' ? null : `Changed meanwhile: ${words}. Where you change the same, you may be asked.`
}

interface Files {
  readonly attachments: readonly NewAttachment[]
  /** By the numbers of `existingFiles`. */
  readonly removed: readonly number[]
}
const NO_FILES: Files = { attachments: [], removed: [] }

/** What is typed about an inspection, and its saving. What was seen when the typing began is what the change starts from. */
export function useEditForm(inspection: Inspection, tab: InspectionTab, onClose: () => void) {
  const isHere = useIsHere()
  const [{ was, start }, setFrom] = useState(() => ({ was: inspection, start: editValuesOf(inspection) }))
  const [files, setFiles] = useState(NO_FILES)
  const hasFiles = files.attachments.length + files.removed.length > 0
  const form = useFormFrame({
    start,
    isReady: (values) => hasFiles || Object.keys(editPatch(was, values, tab)).length > 0,
    onSubmit: async (values) => {
      await saveEdit({ was, now: inspection, to: editPatch(was, values, tab), ...files }, isHere)
      await draft.drop()
      if (isHere()) onClose()
    },
  })
  const draft = useFormDraft({
    form: form.form,
    kind: EDIT_DRAFT,
    key: inspectionKind.keyOf(inspection),
    pack: (values) => ({ was, tab, values, attachments: [...files.attachments], removed: [...files.removed] }),
    unpack: (kept) => {
      setFiles({ attachments: kept.attachments, removed: kept.removed })
      setFrom((from) => ({ ...from, was: kept.was }))
      return kept.values
    },
    beside: hasFiles ? files : null,
  })
  const begin = (now: Inspection) => {
    const values = editValuesOf(now)
    setFiles(NO_FILES)
    setFrom({ was: now, start: values })
    form.form.reset(values)
  }
  const isIdle = !draft.isDirty && !draft.isRestored && !form.frame.isSubmitting
  // As long as nothing is typed the form shows what is known, however late that came.
  useEffect(() => {
    if (isIdle && inspection !== was) begin(inspection)
  })
  return {
    was,
    form,
    files,
    setFiles,
    isDirty: draft.isDirty,
    isRestored: draft.isRestored,
    meanwhile: form.frame.isSubmitting ? null : changedMeanwhile(was, inspection),
    giveUp: () => void draft.drop().then(onClose),
    startOver: () => void draft.startOver().then(() => begin(inspection)),
  }
}
