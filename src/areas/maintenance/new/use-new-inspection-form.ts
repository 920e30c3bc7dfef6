import { useState } from 'react'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import type { BoundField } from '#src/form/fields/bound-field.ts'
import { useDraftForm } from '#src/form/frame/use-draft-form.ts'
import { currentUser } from '#src/session/session.ts'
import { type FormVariant, NEW_INSPECTION_DRAFT } from './new-inspection-draft.ts'
import { type InspectionForm, type InspectionValues, type TypedFiles, withUnit } from './new-inspection-values.ts'
import { saveNewInspection } from './save-new-inspection.ts'
import { managerOf, managerWith } from './unit-fleet-manager.ts'

const NO_FILES: TypedFiles = {}
const filesOf = (files: TypedFiles): TypedFiles => (Object.values(files).flat().length > 0 ? files : NO_FILES)

interface NewInspectionFormOptions {
  readonly entry: FormVariant
  readonly start: () => InspectionValues
  /** Completes the typed values before they are saved. */
  readonly finished?: (values: InspectionValues) => InspectionValues
  readonly onClose: () => void
}

/** The form state of a new report: values, files, draft and saving. */
export function useNewInspectionForm({
  entry,
  start: begin,
  finished = (values) => values,
  onClose,
}: NewInspectionFormOptions) {
  const [start] = useState(begin)
  const {
    beside: files,
    setBeside,
    ...draftForm
  } = useDraftForm({
    start,
    nothing: NO_FILES,
    kind: NEW_INSPECTION_DRAFT,
    key: entry,
    pack: ({ values, beside: files }) => ({ entry, values, files }),
    unpack: ({ values, files }) => ({ values, beside: filesOf(files) }),
    save: ({ values, beside: files }, own) => {
      const by = currentUser()
      if (by === null) throw new Error('Sign in again to save this inspection.')
      return saveNewInspection({ values: finished(values), files, by }, own)
    },
    onSaved: onClose,
    onGivenUp: onClose,
  })
  return {
    ...draftForm,
    files,
    /** Removes all files. */
    clearFiles: () => setBeside(NO_FILES),
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
