import type { UnitName } from '#contract/units/unit-names.ts'
import { WalkAroundDialog } from '#src/areas/maintenance/walk-around/walk-around-dialog.tsx'
import { transportOf } from '../inspection-choices.ts'

interface WalkUnitDialogProps {
  readonly unit: UnitName
  readonly onClose: () => void
}

/** The walk-around of a unit that is already chosen. */
export function WalkUnitDialog({ unit, onClose }: WalkUnitDialogProps) {
  return <WalkAroundDialog unit={transportOf(unit)} onClose={onClose} />
}
