import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { TransportPicks } from '#src/areas/maintenance/edit/transport-field.tsx'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import { useRules } from '#src/areas/maintenance/new/new-inspection-form.tsx'
import { newWalkBy } from '#src/areas/maintenance/new/new-inspection-start.ts'
import type { InspectionValues, TypedFiles } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { putUnit, useNewInspectionForm } from '#src/areas/maintenance/new/use-new-inspection-form.ts'
import { KeptDialog } from '#src/form/frame/kept-form-dialog.tsx'
import { KeptFormFrame } from '#src/form/frame/kept-form-frame.tsx'
import { RestoredNote } from '#src/form/frame/restored-note.tsx'
import { Question } from '#src/ui/dialog/question.tsx'
import { ScanUnit } from './scan-unit.tsx'
import { WalkAroundForm } from './walk-around-form.tsx'

type Unit = NonNullable<InspectionValues['transport']>

/** Whether marks or photos stand in the form. */
const isAnythingFound = ({ found, defects }: InspectionValues, files: TypedFiles): boolean =>
  Object.keys(found).length + defects.length + Object.values(files).flat().length > 0

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
  const { form, files, giveFiles, giveNoFiles } = typed
  const rules = useRules(form)
  const transport = useStore(form.form.store, ({ values }) => values.transport)
  // The unit that was chosen stays known meanwhile: what was found of it says nothing of another one.
  const [isChoosing, setIsChoosing] = useState(false)
  const [asking, setAsking] = useState<Unit | null>(null)
  const put = (unit: Unit) => {
    putUnit(form, unit)
    setIsChoosing(false)
  }
  const choose = (unit: Unit) => {
    const isOther = transport !== null && transport.id !== unit.id
    if (isOther && isAnythingFound(form.form.state.values, files)) setAsking(unit)
    else put(unit)
  }
  return (
    <KeptDialog title="Walk-around" kept={typed} onClose={onClose}>
      <div className={classes.walk}>
        {transport === null || isChoosing ? (
          <>
            {typed.isRestored ? <RestoredNote onStartOver={typed.startOver} /> : null}
            <ScanUnit onFind={choose} />
            <TransportPicks picked={transport} present={null} onPick={choose} keepsEscape={false} />
          </>
        ) : (
          <KeptFormFrame kept={typed} submit="Approve and save" isPinned>
            <WalkAroundForm {...{ form, rules, transport, files, giveFiles }} onAnother={() => setIsChoosing(true)} />
          </KeptFormFrame>
        )}
      </div>
      {asking === null || transport === null ? null : (
        <Question
          title="Another unit"
          confirm="Look it over anew"
          onConfirm={() => {
            giveNoFiles()
            put(asking)
          }}
          onClose={() => setAsking(null)}
        >
          <p>
            What you marked and photographed of {transport.title} says nothing of {asking.title}: it is left out.
          </p>
        </Question>
      )}
    </KeptDialog>
  )
}
