import { useEffect, useEffectEvent } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { InspectionForm, InspectionValues } from './new-inspection-values.ts'
import { managerOf } from './unit-fleet-manager.ts'
import { setValues } from './use-new-inspection-form.ts'

interface UnitFleetManagerOptions {
  readonly form: InspectionForm
  /** The unit with which the form began; null for none. */
  readonly unit: Inspection['transport'] | null
  readonly start: InspectionValues
  /** Sets the values of a form without input. */
  readonly setStart: (next: (before: InspectionValues) => InspectionValues) => void
}

/** Puts the fleet manager of the unit in charge of its new report, unless the form began with another one. */
export function useUnitFleetManager({ form, unit, start, setStart }: UnitFleetManagerOptions): void {
  const hasManager = start.fleet_manager !== null
  const fill = useEffectEvent((manager: InspectionValues['fleet_manager']) => {
    const now = form.form.state.values
    if (manager === null || now.fleet_manager !== null) return
    // In a form without input the manager is no input either.
    if (form.form.state.isDefaultValue) setStart((before) => ({ ...before, fleet_manager: manager }))
    else setValues(form, { ...now, fleet_manager: manager })
  })
  useEffect(() => {
    if (hasManager || unit === null) return
    let isOver = false
    void managerOf(unit).then((manager) => isOver || fill(manager))
    return () => {
      isOver = true
    }
  }, [hasManager, unit])
}
