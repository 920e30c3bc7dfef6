import { useEffect, useState } from 'react'
import type { Unit } from '#contract/unit-rows.ts'
import { unitKind } from '#contract/units.ts'
import { useFormDraft } from '#src/form/use-form-draft.ts'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useIsHere } from '#src/form/use-is-here.ts'
import { type PhotoChange, saveUnit } from './save-unit.ts'
import { changeWords } from './unit-details-change.ts'
import { EDIT_DRAFTS } from './unit-draft.ts'
import { patchOf, valuesOf } from './unit-form.ts'

/** What of a unit the server says otherwise than it was when the typing began; null when that is the same. */
export function changedMeanwhile(seen: Unit, now: Unit): string | null {
  if (now.version === seen.version) return null
  const words = changeWords({ was: seen, to: patchOf(seen, valuesOf(now)) })
  return words === '' ? null : `Changed meanwhile: ${words}. Where you change the same, you may be asked.`
}

/** What is typed about a unit, and its saving. What was seen when the typing began is what the change starts from. */
export function useUnitForm(unit: Unit, onClose: () => void) {
  const isHere = useIsHere()
  const [{ was, start }, setFrom] = useState(() => ({ was: unit, start: valuesOf(unit) }))
  const [photo, setPhoto] = useState<PhotoChange>(null)
  const form = useFormFrame({
    start,
    onSubmit: async (values) => {
      await saveUnit({ was, now: unit, values, photo }, isHere)
      await draft.drop()
      if (isHere()) onClose()
    },
  })
  const draft = useFormDraft({
    form: form.form,
    kind: EDIT_DRAFTS[unit.kind],
    key: unitKind.keyOf(unit),
    pack: (values) => ({ was, values, photo }),
    unpack: (kept) => {
      setPhoto(kept.photo)
      setFrom((from) => ({ ...from, was: kept.was }))
      return kept.values
    },
    beside: photo,
  })
  const begin = (now: Unit) => {
    const values = valuesOf(now)
    setPhoto(null)
    setFrom({ was: now, start: values })
    form.form.reset(values)
  }
  const isIdle = !draft.isDirty && !draft.isRestored && !form.frame.isSubmitting
  // As long as nothing is typed the form shows what is known, however late that came.
  useEffect(() => {
    if (isIdle && unit !== was) begin(unit)
  })
  return {
    was,
    form,
    photo,
    setPhoto,
    isDirty: draft.isDirty,
    isRestored: draft.isRestored,
    meanwhile: form.frame.isSubmitting ? null : changedMeanwhile(was, unit),
    giveUp: () => void draft.drop().then(onClose),
    startOver: () => void draft.startOver().then(() => begin(unit)),
  }
}
