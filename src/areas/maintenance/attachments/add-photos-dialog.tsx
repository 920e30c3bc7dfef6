import { type Defect, type Inspection, inspectionKind, recordRefOf } from '#contract/maintenance/inspections.ts'
import { defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { saveDefectPhotos } from '#src/areas/maintenance/changes/save-defect.ts'
import { AttachmentsField } from '#src/form/attachments/attachments-field.tsx'
import { DraftFormDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { useDraftForm } from '#src/form/frame/use-draft-form.ts'
import { PHOTOS_DRAFT } from './add-photos-draft.ts'
import { chosenPhotos, NO_PHOTOS } from './chosen-photos.ts'

const NO_VALUES = {}

interface AddPhotosDialogProps {
  readonly row: Inspection
  readonly defect: Defect
  readonly onClose: () => void
}

/** The dialog that adds photos to a defect of a report. Photos of a repaired defect are from after its repair. */
export function AddPhotosDialog({ row, defect, onClose }: AddPhotosDialogProps) {
  const isAfterRepair = defect.state === 'repaired'
  const {
    beside: photos,
    setBeside,
    ...draftForm
  } = useDraftForm({
    start: NO_VALUES,
    nothing: NO_PHOTOS,
    kind: PHOTOS_DRAFT,
    key: `${inspectionKind.keyOf(row)}/${recordRefOf(defect)}`,
    pack: ({ beside }) => ({ was: row, defect, photos: beside }),
    unpack: (typed) => ({ values: NO_VALUES, beside: chosenPhotos(typed.photos) }),
    isReady: ({ beside }) => beside !== NO_PHOTOS,
    save: ({ beside }, own) => saveDefectPhotos({ was: row, defect, photos: beside, isAfterRepair }, own),
    onSaved: onClose,
    onGivenUp: onClose,
  })
  const title = defectTitle(defect.defect_type)
  return (
    <DraftFormDialog title={`Add photos of ${title}`} draftForm={draftForm} submit="Save photos">
      <AttachmentsField
        label={isAfterRepair ? `${title}, after the repair` : title}
        name="files"
        value={photos}
        others={row.attachments.length}
        onChange={(next) => setBeside(chosenPhotos(next))}
      />
    </DraftFormDialog>
  )
}
