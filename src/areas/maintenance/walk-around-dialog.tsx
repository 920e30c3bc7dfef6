import { Button } from '@mantine/core'
import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { FormFrame } from '#src/form/form-frame.tsx'
import { RestoredNote } from '#src/form/restored-note.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
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

/** What is on its way is waited for, a few seconds at most: whoever leaves then would not hear of a refusal. */
const stay = () => undefined

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
  const { isSubmitting } = form.frame
  const cancel = (
    <Button variant="default" size="md" disabled={isSubmitting} onClick={typed.giveUp}>
      Cancel
    </Button>
  )
  // The unit that was chosen stays known meanwhile: what was found of it says nothing of another one.
  const [isChoosing, setIsChoosing] = useState(false)
  const choose = (unit: NonNullable<typeof transport>) => {
    putUnit(form, unit)
    setIsChoosing(false)
  }
  return (
    <Dialog title="Walk-around" size="lg" isDirty={typed.isDirty} onClose={isSubmitting ? stay : onClose}>
      <div className={classes.walk}>
        {typed.isRestored ? <RestoredNote onStartOver={typed.startOver} /> : null}
        {transport === null || isChoosing ? (
          <>
            <ScanUnit onFind={choose} />
            <TransportPicks picked={transport} present={null} onPick={choose} />
          </>
        ) : (
          <FormFrame frame={form.frame} submit="Approve and save" actions={cancel} isPinned>
            <WalkAroundForm {...{ form, rules, transport, files, giveFiles }} onAnother={() => setIsChoosing(true)} />
          </FormFrame>
        )}
      </div>
    </Dialog>
  )
}
