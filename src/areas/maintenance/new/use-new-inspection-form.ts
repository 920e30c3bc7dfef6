import { useState } from 'react'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import type { Bound } from '#src/form/fields/bound-field.ts'
import { useKeptForm } from '#src/form/frame/use-kept-form.ts'
import { currentUser } from '#src/session/session.ts'
import { type Entry, NEW_INSPECTION_DRAFT } from './new-inspection-draft.ts'
import { type InspectionForm, type InspectionValues, type TypedFiles, withUnit } from './new-inspection-values.ts'
import { saveNewInspection } from './save-new-inspection.ts'
import { managerOf, managerWith } from './unit-care.ts'

const NO_FILES: TypedFiles = {}
const filesOf = (files: TypedFiles): TypedFiles => (Object.values(files).flat().length > 0 ? files : NO_FILES)

interface NewInspectionInput {
  readonly entry: Entry
  readonly start: () => InspectionValues
  /** What is saved of what was typed. */
  readonly finished?: (values: InspectionValues) => InspectionValues
  readonly onClose: () => void
}

/** What is typed about a new report, its files, and its saving. */
export function useNewInspectionForm({
  entry,
  start: begin,
  finished = (values) => values,
  onClose,
}: NewInspectionInput) {
  const [start] = useState(begin)
  const {
    beside: files,
    setBeside,
    ...kept
  } = useKeptForm({
    start,
    nothing: NO_FILES,
    kind: NEW_INSPECTION_DRAFT,
    key: entry,
    pack: ({ values, beside }) => ({ entry, values, files: beside }),
    unpack: ({ values, files: beside }) => ({ values, beside: filesOf(beside) }),
    save: ({ values, beside }, own) => {
      const by = currentUser()
      if (by === null) throw new Error('Sign in again to save this inspection.')
      return saveNewInspection({ values: finished(values), files: beside, by }, own)
    },
    onSaved: onClose,
    onGivenUp: onClose,
  })
  return {
    ...kept,
    files,
    /** Lets go of all files. */
    giveNoFiles: () => setBeside(NO_FILES),
    /** Takes the files of a defect, or with '' those of the whole report. */
    giveFiles: (of: string, some: readonly NewAttachment[]) =>
      setBeside((before) => filesOf({ ...before, [of]: some })),
  }
}

/** Fields that hang together change together; what was said of one is judged again where another has changed. */
export function putValues({ form }: InspectionForm, next: InspectionValues): void {
  const before = form.state.values
  const names = (Object.keys(next) as (keyof InspectionValues)[]).filter((name) => next[name] !== before[name])
  for (const name of names) form.setFieldValue(name, next[name] as never)
  for (const name of new Set([...names, 'due_date', 'defects'] as const)) {
    if ((form.getFieldMeta(name)?.errors.length ?? 0) > 0) void form.validateField(name, 'blur')
  }
}

/**
 * Chooses the unit of a report. Who looks after it is in charge, unless somebody else was chosen; a fleet manager is in
 * charge of what he looks at himself.
 */
export function putUnit(own: InspectionForm, unit: NonNullable<InspectionValues['transport']>): void {
  const { form } = own
  const former = form.state.values.transport
  putValues(own, withUnit(form.state.values, unit))
  if (form.options.defaultValues?.fleet_manager) return
  void Promise.all([former && managerOf(former), managerOf(unit)]).then(([had, has]) => {
    const now = form.state.values
    if (now.transport?.id !== unit.id) return
    putValues(own, { ...now, fleet_manager: managerWith(now.fleet_manager, { former: had, next: has }) })
  })
}

/** A field with whose change others change. */
export function putting<Value>(
  form: InspectionForm,
  { name, state, handleBlur }: Pick<Bound<Value>, 'name' | 'state' | 'handleBlur'>,
  next: (value: Value) => (values: InspectionValues) => InspectionValues,
): Bound<Value> {
  const handleChange = (value: Value) => putValues(form, next(value)(form.form.state.values))
  return { name, state, handleBlur, handleChange }
}
