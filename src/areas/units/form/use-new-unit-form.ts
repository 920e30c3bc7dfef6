import { useState } from 'react'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { saveNewUnit } from '#src/areas/units/changes/save-unit.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { useDraftForm } from '#src/form/frame/use-draft-form.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { NEW_DRAFTS } from './unit-draft.ts'
import { noUnit } from './unit-form.ts'

const NO_PHOTO: File | null = null

/** The form of a new unit of a kind and its saving. */
export function useNewUnitForm(kind: UnitKind, onClose: () => void) {
  const [start] = useState(() => noUnit(chicagoDay(companyNow())))
  const {
    beside: photo,
    setBeside: setPhoto,
    ...draftForm
  } = useDraftForm({
    start,
    nothing: NO_PHOTO,
    kind: NEW_DRAFTS[kind],
    key: 'new',
    pack: ({ values, beside: photo }) => ({ sort: kind, values, photo }),
    unpack: ({ values, photo }) => ({ values, beside: photo }),
    save: ({ values, beside: photo }, submitter) => saveNewUnit(kind, values, photo, submitter),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  return { ...draftForm, photo, setPhoto }
}
