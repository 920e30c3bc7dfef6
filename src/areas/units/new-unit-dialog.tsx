import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UnitSort } from '#contract/units.ts'
import { FormFrame } from '#src/form/form-frame.tsx'
import { PhotoField } from '#src/form/photo-field.tsx'
import { RestoredNote } from '#src/form/restored-note.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { NewUnitPlace } from './new-unit-place.tsx'
import { UnitFields } from './unit-form-fields.tsx'
import { UNIT_WORDS } from './unit-kinds.ts'
import { unitThing } from './unit-picture.tsx'
import { thisYear } from './unit-rules.ts'
import { useIdentifiers } from './use-identifiers.ts'
import { useNewUnitForm } from './use-new-unit-form.ts'

interface NewUnitDialogProps {
  readonly sort: UnitSort
  /** Added, given up or put off. */
  readonly onClose: () => void
}

/** What is on its way is waited for, a few seconds at most: whoever leaves then would not hear of a refusal. */
const stay = () => undefined

/** What a new truck or trailer is, how it stands, and who drives it. */
export function NewUnitDialog({ sort, onClose }: NewUnitDialogProps) {
  const { form, photo, setPhoto, isDirty, isRestored, giveUp, startOver } = useNewUnitForm(sort, onClose)
  const [judging] = useState(() => ({ sort, known: null, thisYear: thisYear() }))
  const taken = useIdentifiers(null)
  const { isSubmitting } = form.frame
  const title = `Add ${UNIT_WORDS[sort].noun}`
  return (
    <Dialog title={title} size="lg" isDirty={isDirty} onClose={isSubmitting ? stay : onClose}>
      <FormFrame
        frame={form.frame}
        submit={title}
        actions={
          <Button variant="default" size="md" disabled={isSubmitting} onClick={giveUp}>
            Cancel
          </Button>
        }
      >
        {isRestored ? <RestoredNote onStartOver={startOver} /> : null}
        <PhotoField label="Photo" size={100} value={photo} shown={null} thing={unitThing(sort)} onChange={setPhoto} />
        <UnitFields form={form} judging={judging} taken={taken} />
        <NewUnitPlace form={form} sort={sort} />
      </FormFrame>
    </Dialog>
  )
}
