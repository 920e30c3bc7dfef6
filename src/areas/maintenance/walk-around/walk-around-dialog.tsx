import { useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { TransportPicks } from '#src/areas/maintenance/edit/transport-field.tsx'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { WalkedUnits } from './lap/walked-units.tsx'
import { ScanUnit } from './scan-unit.tsx'
import { UnfinishedWalks } from './unfinished-walks.tsx'

type Unit = Inspection['transport']

interface WalkAroundDialogProps {
  /** The unit whose walk-around is continued. Null: the user chooses one first. */
  readonly unit?: Unit | null
  /** The report was saved, discarded or stored as a draft. */
  readonly onClose: () => void
}

/**
 * A walk-around before or after a trip: choose the unit, mark its parts, save. A clean one takes three taps. The form of
 * a unit opens only after the choice, with that unit's draft, so that no mark passes to another unit.
 */
export function WalkAroundDialog({ unit: begun = null, onClose }: WalkAroundDialogProps) {
  const [unit, setUnit] = useState<Unit | null>(begun)
  if (unit !== null) {
    return <WalkedUnits key={unit.id} unit={unit} onChangeUnit={() => setUnit(null)} onClose={onClose} />
  }
  return (
    <Dialog title="Walk-around" size="lg" isFullOnPhones onClose={onClose}>
      <div className={classes.walk}>
        <UnfinishedWalks onContinue={setUnit} />
        <ScanUnit onFind={setUnit} />
        <TransportPicks picked={null} present={null} onPick={setUnit} keepsEscape={false} />
      </div>
    </Dialog>
  )
}
