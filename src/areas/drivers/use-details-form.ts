import { useEffect, useState } from 'react'
import { type Driver, driverKind } from '#contract/drivers.ts'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import { useFormDraft } from '#src/form/use-form-draft.ts'
import { useFormFrame } from '#src/form/use-form-frame.ts'
import { useIsHere } from '#src/form/use-is-here.ts'
import { detailWords } from './driver-details-change.ts'
import { changeDriverDetails } from './driver-details-commands.ts'
import { type DetailsValues, detailsDraft, patchOf, valuesOf } from './driver-details-draft.ts'
import { rowOfSeen, type SeenDriver } from './seen-driver.ts'

/** What of a driver the server says otherwise than it was when the typing began; null when that is the same. */
function changedMeanwhile(seen: SeenDriver, now: SeenDriver): string | null {
  if (now.version === seen.version) return null
  const words = detailWords({ was: seen, to: patchOf(seen, valuesOf(now)) })
  return words === '' ? null : `Changed meanwhile: ${words}. Where you change the same, you may be asked.`
}

/** What is typed about a driver, and its saving. What was seen when the typing began is what the change starts from. */
export function useDetailsForm(driver: Driver, onClose: () => void) {
  const isHere = useIsHere()
  const [{ was, start }, setFrom] = useState(() => ({ was: driver, start: valuesOf(driver) }))
  const form = useFormFrame<DetailsValues>({
    start,
    onSubmit: async (values) => {
      const to = patchOf(was, values)
      if (Object.keys(to).length > 0) {
        await submitWithUndo(changeDriverDetails, { was, to }, { seenVersion: was.version })
      }
      await draft.drop()
      if (isHere()) onClose()
    },
  })
  const draft = useFormDraft({
    form: form.form,
    kind: detailsDraft,
    key: driverKind.keyOf(driver),
    pack: (values) => ({ was, values }),
    unpack: (kept) => {
      setFrom((from) => ({ ...from, was: rowOfSeen(kept.was) }))
      return kept.values
    },
  })
  const begin = (now: Driver) => {
    const values = valuesOf(now)
    setFrom({ was: now, start: values })
    form.form.reset(values)
  }
  const isIdle = !draft.isDirty && !draft.isRestored && !form.frame.isSubmitting
  // As long as nothing is typed the form shows what is known, however late that came.
  useEffect(() => {
    if (isIdle && driver !== was) begin(driver)
  })
  return {
    form,
    isRestored: draft.isRestored,
    meanwhile: form.frame.isSubmitting ? null : changedMeanwhile(was, driver),
    giveUp: () => void draft.drop().then(onClose),
    startOver: () => void draft.startOver().then(() => begin(driver)),
  }
}
