import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { KeptDialog } from '#src/form/kept-form-dialog.tsx'
import { KeptFormFrame } from '#src/form/kept-form-frame.tsx'
import { RestoredNote } from '#src/form/restored-note.tsx'
import classes from './new-inspection.module.css'
import { useRules } from './new-inspection-form.tsx'
import { newWalkBy } from './new-inspection-start.ts'
import { ScanUnit } from './scan-unit.tsx'
import { TransportPicks } from './transport-field.tsx'
import { putUnit, useNewInspectionForm } from './use-new-inspection-form.ts'
import { WalkAroundForm } from './walk-around-form.tsx'

interface WalkAroundDialogProps {
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** A unit looked over before or after a trip: choose it, mark its parts, save. A clean one takes three taps. */
export function WalkAroundDialog({ onClose }: WalkAroundDialogProps) {
  const typed = useNewInspectionForm({
    entry: 'walk',
    start: newWalkBy,
    finished: (values) => ({ ...values, approved: true, approved_at: '' }),
    onClose,
  })
  const { form, files, giveFiles } = typed
  const rules = useRules(form)
  const transport = useStore(form.form.store, ({ values }) => values.transport)
  // The unit that was chosen stays known meanwhile: what was found of it says nothing of another one.
  const [isChoosing, setIsChoosing] = useState(false)
  const choose = (unit: NonNullable<typeof transport>) => {
    putUnit(form, unit)
    setIsChoosing(false)
  }
  return (
    <KeptDialog title="Walk-around" kept={typed} onClose={onClose}>
      <div className={classes.walk}>
        {transport === null || isChoosing ? (
          <>
            {typed.isRestored ? <RestoredNote onStartOver={typed.startOver} /> : null}
            <ScanUnit onFind={choose} />
            <TransportPicks picked={transport} present={null} onPick={choose} />
          </>
        ) : (
          <KeptFormFrame kept={typed} submit="Approve and save" isPinned>
            <WalkAroundForm {...{ form, rules, transport, files, giveFiles }} onAnother={() => setIsChoosing(true)} />
          </KeptFormFrame>
        )}
      </div>
    </KeptDialog>
  )
}
