import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { newWalkAroundStart } from '#src/areas/maintenance/new/new-inspection-start.ts'
import { hasMarks, type InspectionValues } from '#src/areas/maintenance/new/new-inspection-values.ts'
import type { TypedReport } from '#src/areas/maintenance/new/save-new-inspection.ts'
import { setValues, useNewInspectionForm } from '#src/areas/maintenance/new/use-new-inspection-form.ts'
import { useUnitFleetManager } from '#src/areas/maintenance/new/use-unit-fleet-manager.ts'
import { companyNow, deviceNow } from '#src/browser/company-clock.ts'
import { cleanedValues } from '#src/form/frame/cleaned-values.ts'
import type { Submitter } from '#src/form/frame/submit-and-wait.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { useNow } from '#src/ui/use-now.ts'
import { withFixByOf } from './fix-by.ts'
import { staleWords } from './walked-words.ts'

interface WalkedFormOptions {
  readonly unit: Inspection['transport']
  /** Before or after a trip, when the form opens. */
  readonly trip?: InspectionValues['service_type']
  readonly save: (report: TypedReport, submitter: Submitter) => Promise<void>
  readonly onClose: () => void
}

/** The form of one unit's walk-around. Its unit's fleet manager is in charge, unless the signed-in user is one. */
export function useWalkedForm({ unit, trip = 'pre_trip', save, onClose }: WalkedFormOptions) {
  const [start, setStart] = useState(() => ({ ...newWalkAroundStart(unit), service_type: trip }))
  const typed = useNewInspectionForm({
    entry: 'walk',
    start,
    save: ({ values, files }, submitter) => save({ values: signed(values), files }, submitter),
    onClose,
  })
  const { form, touchedAt } = typed
  useUnitFleetManager({ form, unit, start, setStart })
  const now = useNow()
  const found = useStore(form.form.store, ({ values }) => values.found)
  // When the user marked a part last. A form can stay open in a pocket for hours.
  const [marked, setMarked] = useState<{ readonly found: InspectionValues['found']; readonly at: number | null }>({
    found,
    at: null,
  })
  if (marked.found !== found) setMarked({ found, at: now })
  return {
    ...typed,
    confirmRestored: () => {
      typed.confirmRestored()
      setMarked({ found, at: deviceNow() })
      const today = chicagoDay(companyNow())
      const setOn = chicagoDay(touchedAt ?? marked.at ?? companyNow())
      setValues(form, withFixByOf(form.form.state.values, setOn, today))
    },
    /** "3 hours ago", if the marks must be confirmed before the report is signed. */
    stale: hasMarks(form.form.state.values) ? staleWords(touchedAt ?? marked.at, now) : null,
    /** Validates all fields and shows their errors. */
    isValid: async () => (await form.form.validateAllFields('submit')).length === 0,
    /** The report as it is in the form now. */
    report: (): TypedReport => ({ values: signed(cleanedValues(form.form.state.values)), files: typed.files }),
  }
}

export type WalkedForm = ReturnType<typeof useWalkedForm>

/** A walk-around is approved by saving it. */
const signed = (values: InspectionValues): InspectionValues => ({ ...values, approved: true, approved_at: '' })
