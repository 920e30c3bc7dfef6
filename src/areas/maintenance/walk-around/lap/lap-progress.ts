import { useStore } from '@tanstack/react-form'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import {
  checklistIn,
  defectsIn,
  type InspectionForm,
  partsToCheck,
} from '#src/areas/maintenance/new/new-inspection-values.ts'
import type { Unchecked } from '../walked-words.ts'

type Unit = Inspection['transport']

/** The live values of a unit's form. */
export type WalkedStore = InspectionForm['form']['store']

/** How far the walk-around of a unit is. */
export interface UnitProgress extends Unchecked {
  readonly unit: Unit
  readonly defects: number
}

function useProgress(unit: Unit, store: WalkedStore): UnitProgress {
  const total = useStore(store, ({ values }) => partsToCheck(values).length)
  const checked = useStore(store, ({ values }) => checklistIn(values).length)
  const defects = useStore(store, ({ values }) => defectsIn(values).length)
  return { unit, total, open: total - checked, defects }
}

/** How far the units of a lap are, the first one first. `mate` is null without a second one. */
export function useLapProgress(
  first: { readonly unit: Unit; readonly store: WalkedStore },
  mate: { readonly unit: Unit; readonly store: WalkedStore } | null,
): readonly UnitProgress[] {
  const own = useProgress(first.unit, first.store)
  // A hook can't be left out, so without a second unit it reads the first one again.
  const other = mate ?? first
  const second = useProgress(other.unit, other.store)
  return mate === null ? [own] : [own, second]
}
