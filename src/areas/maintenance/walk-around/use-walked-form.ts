import { useEffect, useEffectEvent, useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { newWalkAroundStart } from '#src/areas/maintenance/new/new-inspection-start.ts'
import { hasMarks, type InspectionValues } from '#src/areas/maintenance/new/new-inspection-values.ts'
import type { TypedReport } from '#src/areas/maintenance/new/save-new-inspection.ts'
import { managerOf } from '#src/areas/maintenance/new/unit-fleet-manager.ts'
import { setValues, useNewInspectionForm } from '#src/areas/maintenance/new/use-new-inspection-form.ts'
import { cleanedValues } from '#src/form/frame/cleaned-values.ts'
import type { Submitter } from '#src/form/frame/submit-and-wait.ts'
import { useNow } from '#src/ui/use-now.ts'
import { staleWords } from './walked-words.ts'

interface WalkedFormOptions {
  readonly unit: Inspection['transport']
  readonly save: (report: TypedReport, submitter: Submitter) => Promise<void>
  readonly onClose: () => void
}

/** The form of one unit's walk-around. Its unit's fleet manager is in charge, unless the signed-in user is one. */
export function useWalkedForm({ unit, save, onClose }: WalkedFormOptions) {
  const [start, setStart] = useState(() => newWalkAroundStart(unit))
  const typed = useNewInspectionForm({
    entry: 'walk',
    start,
    save: ({ values, files }, submitter) => save({ values: signed(values), files }, submitter),
    onClose,
  })
  const { form, touchedAt } = typed
  const hasManager = start.fleet_manager !== null
  const fillManager = useEffectEvent((manager: InspectionValues['fleet_manager']) => {
    const now = form.form.state.values
    if (manager === null || now.fleet_manager !== null) return
    // In a form without input the manager is no input either.
    if (form.form.state.isDefaultValue) setStart((before) => ({ ...before, fleet_manager: manager }))
    else setValues(form, { ...now, fleet_manager: manager })
  })
  useEffect(() => {
    if (hasManager) return
    let isOver = false
    void managerOf(unit).then((manager) => isOver || fillManager(manager))
    return () => {
      isOver = true
    }
  }, [hasManager, unit])
  const now = useNow()
  return {
    ...typed,
    /** "3 hours ago", if the marks must be confirmed before the report is signed. */
    stale: hasMarks(form.form.state.values) ? staleWords(touchedAt, now) : null,
    /** Validates all fields and shows their errors. */
    isValid: async () => (await form.form.validateAllFields('submit')).length === 0,
    /** The report as it is in the form now. */
    report: (): TypedReport => ({ values: signed(cleanedValues(form.form.state.values)), files: typed.files }),
  }
}

export type WalkedForm = ReturnType<typeof useWalkedForm>

/** A walk-around is approved by saving it. */
const signed = (values: InspectionValues): InspectionValues => ({ ...values, approved: true, approved_at: '' })
