import { useState } from 'react'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { DraftFormDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { PhotoField } from '#src/form/photos/photo-field.tsx'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { unitPhotoFallback } from '../unit-picture.tsx'
import { NewUnitPlace } from './new-unit-place.tsx'
import { UnitFields } from './unit-form-fields.tsx'
import { companyDay } from './unit-rules.ts'
import { useIdentifiers } from './use-identifiers.ts'
import { useNewUnitForm } from './use-new-unit-form.ts'

interface NewUnitDialogProps {
  readonly kind: UnitKind
  /** Called when the unit was added, or the form discarded or closed for later. */
  readonly onClose: () => void
}

/** The dialog for a new truck or trailer: its data, status and driver. */
export function NewUnitDialog({ kind, onClose }: NewUnitDialogProps) {
  const typed = useNewUnitForm(kind, onClose)
  const { form, photo, setPhoto } = typed
  const [judging] = useState(() => ({ kind, known: null, today: companyDay(), confirmed: new Set<string>() }))
  const takenIdentifiers = useIdentifiers(kind, null)
  const title = `Add ${UNIT_WORDS[kind].noun}`
  return (
    <DraftFormDialog title={title} draftForm={typed} submit={title}>
      <PhotoField
        label="Photo"
        size={100}
        value={photo}
        shown={null}
        thing={unitPhotoFallback(kind)}
        onChange={setPhoto}
      />
      <UnitFields form={form} judging={judging} taken={takenIdentifiers} />
      <NewUnitPlace form={form} kind={kind} />
    </DraftFormDialog>
  )
}
