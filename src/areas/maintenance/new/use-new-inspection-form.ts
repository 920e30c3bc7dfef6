import { useState } from 'react'
import { deviceNow } from '#src/browser/company-clock.ts'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import type { BoundField } from '#src/form/fields/bound-field.ts'
import type { Submitter } from '#src/form/frame/submit-and-wait.ts'
import { useDraftForm } from '#src/form/frame/use-draft-form.ts'
import {
  type FormVariant,
  NEW_INSPECTION_DRAFT,
  type NewInspectionTyped,
  newInspectionKey,
} from './new-inspection-draft.ts'
import { type InspectionForm, type InspectionValues, type TypedFiles, withUnit } from './new-inspection-values.ts'
import type { TypedReport } from './save-new-inspection.ts'
import { managerOf, managerWith } from './unit-fleet-manager.ts'

const NO_FILES: TypedFiles = {}
const filesOf = (files: TypedFiles): TypedFiles => (Object.values(files).flat().length > 0 ? files : NO_FILES)

interface NewInspectionFormOptions {
  readonly entry: FormVariant
  /** The initial values. A walk-around has the unit in them from the start. */
  readonly start: InspectionValues
  /** Saves the report. Throws what is shown in the form. */
  readonly save: (report: TypedReport, submitter: Submitter) => Promise<void>
  readonly onClose: () => void
}

/** The form state of a new report: values, files, draft and saving. */
export function useNewInspectionForm({ entry, start, save, onClose }: NewInspectionFormOptions) {
  const [storedTouch, setStoredTouch] = useState<number | null>(null)
  // The user has confirmed that the restored input is still right.
  const [isConfirmed, setIsConfirmed] = useState(false)
  const {
    beside: files,
    setBeside,
    ...draftForm
  } = useDraftForm({
    start,
    nothing: NO_FILES,
    kind: NEW_INSPECTION_DRAFT,
    key: newInspectionKey(entry, start.transport),
    pack: ({ values, beside: files }): NewInspectionTyped => ({
      entry,
      values,
      files,
      touchedAt: touchedAt ?? deviceNow(),
    }),
    unpack: ({ values, files, touchedAt }) => {
      setStoredTouch(touchedAt ?? null)
      setIsConfirmed(false)
      return { values, beside: filesOf(files) }
    },
    save: ({ values, beside: files }, own) => save({ values, files }, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  // Opening a draft does not make its input any newer, nor does one more tap.
  const touchedAt: number | null = draftForm.isRestored && !isConfirmed ? (storedTouch ?? draftForm.restoredFrom) : null
  return {
    ...draftForm,
    files,
    /**
     * When the restored input was last touched, in milliseconds since 1970. Null without restored input, and after the
     * user confirmed it.
     */
    touchedAt,
    confirmRestored: () => setIsConfirmed(true),
    /** Replaces the files of a defect; with '' the files of the whole report. */
    setFiles: (of: string, some: readonly NewAttachment[]) => setBeside((before) => filesOf({ ...before, [of]: some })),
  }
}

/** Sets all values that differ, and validates fields with an error again: some rules depend on other fields. */
export function setValues({ form }: InspectionForm, next: InspectionValues): void {
  const before = form.state.values
  const names = (Object.keys(next) as (keyof InspectionValues)[]).filter((name) => next[name] !== before[name])
  for (const name of names) form.setFieldValue(name, next[name] as never)
  for (const name of new Set([...names, 'due_date', 'defects'] as const)) {
    if ((form.getFieldMeta(name)?.errors.length ?? 0) > 0) void form.validateField(name, 'blur')
  }
}

/**
 * Chooses the unit of a report. The unit's fleet manager is then in charge, unless the user chose another one. If the
 * signed-in user is a fleet manager, that user stays in charge.
 */
export function setUnit(inspectionForm: InspectionForm, unit: NonNullable<InspectionValues['transport']>): void {
  const { form } = inspectionForm
  const former = form.state.values.transport
  setValues(inspectionForm, withUnit(form.state.values, unit))
  if (form.options.defaultValues?.fleet_manager) return
  void Promise.all([former && managerOf(former), managerOf(unit)]).then(([had, has]) => {
    const now = form.state.values
    if (now.transport?.id !== unit.id) return
    setValues(inspectionForm, { ...now, fleet_manager: managerWith(now.fleet_manager, { former: had, next: has }) })
  })
}

/** A field whose change also changes other fields. */
export function linkedField<Value>(
  form: InspectionForm,
  { name, state, handleBlur }: Pick<BoundField<Value>, 'name' | 'state' | 'handleBlur'>,
  next: (value: Value) => (values: InspectionValues) => InspectionValues,
): BoundField<Value> {
  const handleChange = (value: Value) => setValues(form, next(value)(form.form.state.values))
  return { name, state, handleBlur, handleChange }
}
