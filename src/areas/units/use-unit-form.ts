import type { Unit } from '#contract/unit-rows.ts'
import { unitKind } from '#contract/units.ts'
import { useSeenForm } from '#src/form/use-seen-form.ts'
import { type PhotoChange, saveUnit } from './save-unit.ts'
import { changeWords } from './unit-details-change.ts'
import { EDIT_DRAFTS } from './unit-draft.ts'
import { patchOf, valuesOf } from './unit-form.ts'

/** What the server says of a unit otherwise than it was seen, in words; empty where it is the same. */
export const unitDiffers = (seen: Unit, now: Unit): string =>
  changeWords({ was: seen, to: patchOf(seen, valuesOf(now)) })

const NO_PHOTO: PhotoChange = null

/** What is typed about a unit, and its saving. */
export function useUnitForm(unit: Unit, onClose: () => void) {
  const {
    beside: photo,
    setBeside: setPhoto,
    ...seen
  } = useSeenForm({
    row: unit,
    valuesOf,
    differs: unitDiffers,
    nothing: NO_PHOTO,
    kind: EDIT_DRAFTS[unit.kind],
    key: unitKind.keyOf(unit),
    pack: ({ was, values, beside }) => ({ was, values, photo: beside }),
    unpack: ({ was, values, photo: beside }) => ({ was, values, beside }),
    save: ({ was, values, beside }, own) => saveUnit({ was, now: unit, values, photo: beside }, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  return { ...seen, photo, setPhoto }
}
