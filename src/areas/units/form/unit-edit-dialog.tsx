import { useMemo } from 'react'
import type { Unit } from '#contract/units/units.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { DraftFormDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { PhotoField } from '#src/form/photos/photo-field.tsx'
import { unitPhotoFallback } from '../unit-picture.tsx'
import { editForm } from './unit-form.ts'
import { UnitFields } from './unit-form-fields.tsx'
import { companyDay } from './unit-rules.ts'
import { useIdentifiers } from './use-identifiers.ts'
import { useUnitForm } from './use-unit-form.ts'

interface UnitEditDialogProps {
  readonly unit: Unit
  /** Called when the form was saved, discarded or closed for later. */
  readonly onClose: () => void
}

/** The dialog that edits a truck or a trailer. */
export function UnitEditDialog({ unit, onClose }: UnitEditDialogProps) {
  const edited = useUnitForm(unit, onClose)
  const { was, form, photo, setPhoto } = edited
  const judging = useMemo(
    () => ({ kind: was.kind, known: editForm.valuesOf(was), today: companyDay(), confirmed: new Set<string>() }),
    [was],
  )
  const takenIdentifiers = useIdentifiers(was.kind, was)
  return (
    <DraftFormDialog title={`Edit ${unitTitle(was)}`} draftForm={edited} submit="Save">
      <PhotoField
        label="Photo"
        size={100}
        value={photo instanceof File ? photo : null}
        shown={photo === 'none' ? null : was.photo}
        thing={unitPhotoFallback(was.kind)}
        onChange={setPhoto}
        onRemove={() => setPhoto('none')}
        {...(photo === 'none' && { onKeep: () => setPhoto(null) })}
      />
      <UnitFields form={form} judging={judging} taken={takenIdentifiers} />
    </DraftFormDialog>
  )
}
