import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { type PhotoChange, saveUnit } from '#src/areas/units/changes/save-unit.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import { useRecordForm } from '#src/form/frame/use-record-form.ts'
import { patchWords } from '#src/record/record-form.ts'
import { EDIT_DRAFTS } from './unit-draft.ts'
import { editForm, patchOf } from './unit-form.ts'

const NO_PHOTO: PhotoChange = null

/** The form of a unit and its saving. */
export function useUnitForm(unit: Unit, onClose: () => void) {
  const {
    beside: photo,
    setBeside: setPhoto,
    ...seen
  } = useRecordForm({
    row: unit,
    valuesOf: editForm.valuesOf,
    difference: (seen, now) => patchWords(unitRecord, seen, patchOf(seen, editForm.valuesOf(now))),
    nothing: NO_PHOTO,
    kind: EDIT_DRAFTS[unit.kind],
    key: unitKind.keyOf(unit),
    pack: ({ was, values, beside: photo }) => ({ was, values, photo }),
    unpack: ({ was, values, photo }) => ({ was, values, beside: photo }),
    save: ({ was, values, beside: photo }, own) => saveUnit({ was, now: unit, values, photo }, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  return { ...seen, photo, setPhoto }
}
