import { useState } from 'react'
import type { UnitSort } from '#contract/units.ts'
import { useFormDraft } from '#src/form/use-form-draft.ts'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useIsHere } from '#src/form/use-is-here.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { saveNewUnit } from './save-unit.ts'
import { NEW_DRAFTS } from './unit-draft.ts'
import { noUnit } from './unit-form.ts'

/** What is typed about a new unit of a kind, and its saving. */
export function useNewUnitForm(sort: UnitSort, onClose: () => void) {
  const isHere = useIsHere()
  const [photo, setPhoto] = useState<File | null>(null)
  const [start] = useState(() => noUnit(chicagoDay(Date.now())))
  const form = useFormFrame({
    start,
    onSubmit: async (values) => {
      await saveNewUnit(sort, values, photo, isHere)
      await draft.drop()
      if (isHere()) onClose()
    },
  })
  const draft = useFormDraft({
    form: form.form,
    kind: NEW_DRAFTS[sort],
    key: 'new',
    pack: (values) => ({ sort, values, photo }),
    unpack: (kept) => {
      setPhoto(kept.photo)
      return kept.values
    },
    beside: photo,
  })
  return {
    form,
    photo,
    setPhoto,
    isDirty: draft.isDirty,
    isRestored: draft.isRestored,
    giveUp: () => void draft.drop().then(onClose),
    startOver: () => {
      setPhoto(null)
      void draft.startOver()
    },
  }
}
