import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { TransportPicks } from '#src/areas/maintenance/edit/transport-field.tsx'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import { useRules } from '#src/areas/maintenance/new/new-inspection-form.tsx'
import { newWalkAroundStart } from '#src/areas/maintenance/new/new-inspection-start.ts'
import type { InspectionValues, TypedFiles } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { setUnit, useNewInspectionForm } from '#src/areas/maintenance/new/use-new-inspection-form.ts'
import { DraftDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { DraftFormFrame } from '#src/form/frame/draft-form-frame.tsx'
import { RestoredNote } from '#src/form/frame/restored-note.tsx'
import { Question } from '#src/ui/dialog/question.tsx'
import { ScanUnit } from './scan-unit.tsx'
import { WalkAroundForm } from './walk-around-form.tsx'

type Unit = NonNullable<InspectionValues['transport']>

/** Whether the form has marks, defects or photos. */
const hasFindings = ({ found, defects }: InspectionValues, files: TypedFiles): boolean =>
  Object.keys(found).length + defects.length + Object.values(files).flat().length > 0

interface WalkAroundDialogProps {
  /** The report was saved, discarded or stored as a draft. */
  readonly onClose: () => void
}

/** A walk-around before or after a trip: choose the unit, mark its parts, save. A clean one takes three taps. */
export function WalkAroundDialog({ onClose }: WalkAroundDialogProps) {
  const typed = useNewInspectionForm({
    entry: 'walk',
    start: newWalkAroundStart,
    finished: (values) => ({ ...values, approved: true, approved_at: '' }),
    onClose,
  })
  const { form, files, setFiles, clearFiles } = typed
  const rules = useRules(form)
  const transport = useStore(form.form.store, ({ values }) => values.transport)
  // The former unit stays chosen while the user picks another one: its marks must not pass to another unit.
  const [isChoosing, setIsChoosing] = useState(false)
  const [unitToConfirm, setAsking] = useState<Unit | null>(null)
  const switchUnit = (unit: Unit) => {
    setUnit(form, unit)
    setIsChoosing(false)
  }
  const choose = (unit: Unit) => {
    const isOther = transport !== null && transport.id !== unit.id
    if (isOther && hasFindings(form.form.state.values, files)) setAsking(unit)
    else switchUnit(unit)
  }
  return (
    <DraftDialog title="Walk-around" draftForm={typed} onClose={onClose}>
      <div className={classes.walk}>
        {transport === null || isChoosing ? (
          <>
            {typed.isRestored ? <RestoredNote onStartOver={typed.startOver} /> : null}
            <ScanUnit onFind={choose} />
            <TransportPicks picked={transport} present={null} onPick={choose} keepsEscape={false} />
          </>
        ) : (
          <DraftFormFrame draftForm={typed} submit="Approve and save" isPinned>
            <WalkAroundForm {...{ form, rules, transport, files, setFiles }} onAnother={() => setIsChoosing(true)} />
          </DraftFormFrame>
        )}
      </div>
      {unitToConfirm === null || transport === null ? null : (
        <Question
          title="Another unit"
          confirm="Look it over again"
          onConfirm={() => {
            clearFiles()
            switchUnit(unitToConfirm)
          }}
          onClose={() => setAsking(null)}
        >
          <p>
            What you marked and photographed of {transport.title} says nothing of {unitToConfirm.title}: it is left out.
          </p>
        </Question>
      )}
    </DraftDialog>
  )
}
