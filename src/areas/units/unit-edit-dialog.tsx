import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Unit } from '#contract/unit-rows.ts'
import { FormFrame } from '#src/form/form-frame.tsx'
import { PhotoField } from '#src/form/photo-field.tsx'
import { RestoredNote } from '#src/form/restored-note.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { unitTitle } from './seen-unit.ts'
import { valuesOf } from './unit-form.ts'
import { UnitFields } from './unit-form-fields.tsx'
import { unitThing } from './unit-picture.tsx'
import { thisYear } from './unit-rules.ts'
import { useIdentifiers } from './use-identifiers.ts'
import { useUnitForm } from './use-unit-form.ts'

interface UnitEditDialogProps {
  readonly unit: Unit
  /** Saved, given up or put off. */
  readonly onClose: () => void
}

/** What is on its way is waited for, a few seconds at most: whoever leaves then would not hear of a refusal. */
const stay = () => undefined

/** What is told of a truck or a trailer, to be changed. */
export function UnitEditDialog({ unit, onClose }: UnitEditDialogProps) {
  const { was, form, photo, setPhoto, isDirty, isRestored, meanwhile, giveUp, startOver } = useUnitForm(unit, onClose)
  const judging = useMemo(() => ({ sort: was.kind, known: valuesOf(was), thisYear: thisYear() }), [was])
  const taken = useIdentifiers(was)
  const { isSubmitting } = form.frame
  return (
    <Dialog title={`Edit ${unitTitle(was)}`} size="lg" isDirty={isDirty} onClose={isSubmitting ? stay : onClose}>
      <FormFrame
        frame={form.frame}
        submit="Save"
        actions={
          <Button variant="default" size="md" disabled={isSubmitting} onClick={giveUp}>
            Cancel
          </Button>
        }
      >
        {isRestored ? <RestoredNote onStartOver={startOver} /> : null}
        {meanwhile === null ? null : <Notice tone="caution">{meanwhile}</Notice>}
        <PhotoField
          label="Photo"
          size={100}
          value={photo instanceof File ? photo : null}
          shown={photo === 'none' ? null : was.photo}
          thing={unitThing(was.kind)}
          onChange={setPhoto}
          onRemove={() => setPhoto('none')}
          {...(photo === 'none' && { onKeep: () => setPhoto(null) })}
        />
        <UnitFields form={form} judging={judging} taken={taken} />
      </FormFrame>
    </Dialog>
  )
}
