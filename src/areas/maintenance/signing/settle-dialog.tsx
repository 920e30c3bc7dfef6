import { useState } from 'react'
import { type Defect, type Inspection, inspectionKind, recordRefOf } from '#contract/maintenance/inspections.ts'
import { type DefectState, defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { chosenPhotos, NO_PHOTOS } from '#src/areas/maintenance/attachments/chosen-photos.ts'
import { DefectPhotos } from '#src/areas/maintenance/attachments/defect-photos.tsx'
import { saveSettlement } from '#src/areas/maintenance/changes/save-defect.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { AttachmentsField } from '#src/form/attachments/attachments-field.tsx'
import { TextAreaField } from '#src/form/fields/text-area-field.tsx'
import { DraftFormDialog } from '#src/form/frame/draft-form-dialog.tsx'
import { useDraftForm } from '#src/form/frame/use-draft-form.ts'
import { chicagoInput, instantOfInput } from '#src/format/chicago.ts'
import { useSession } from '#src/session/session.ts'
import { SETTLE_DRAFT } from './settle-draft.ts'
import { SigningFields, type SigningValues } from './signing-fields.tsx'

export interface DefectTransition {
  readonly defect: Defect
  readonly to: DefectState
}

const TEXTS: Readonly<
  Record<DefectState, { readonly title: string; readonly about: string; readonly submit: string }>
> = {
  repaired: {
    title: 'Repaired',
    about: 'You certify that the defect has been repaired.',
    submit: 'Certify the repair',
  },
  deferred: {
    title: 'Deferred',
    about: 'You certify that the vehicle runs safely without the repair.',
    submit: 'Certify that it can wait',
  },
  open: { title: 'Open again', about: 'What was certified of it is taken back.', submit: 'Open again' },
}

interface SettleDialogProps {
  readonly row: Inspection
  readonly settling: DefectTransition
  readonly onClose: () => void
}

/** The form of a defect's new state: the signature, a note, and the photos taken after the repair. */
function useSettleForm({ row, settling: { defect, to }, onClose }: SettleDialogProps) {
  const me = useSession().user
  const [start] = useState(
    (): SigningValues => ({ by: me === null ? '' : fullName(me), at: chicagoInput(companyNow()), note: '' }),
  )
  return useDraftForm({
    start,
    nothing: NO_PHOTOS,
    kind: SETTLE_DRAFT,
    key: `${inspectionKind.keyOf(row)}/${recordRefOf(defect)}/${to}`,
    pack: ({ values, beside }) => ({ was: row, defect, to, values, photos: beside }),
    unpack: ({ values, photos }) => ({ values, beside: chosenPhotos(photos) }),
    save: ({ values: { by, at, note }, beside }, own) => {
      const isOpen = to === 'open'
      const settlement = {
        state: to,
        settled_by: isOpen ? null : by.trim(),
        settled_at: isOpen ? null : instantOfInput(at),
        settled_note: note.trim(),
      }
      return saveSettlement({ was: row, defect, to: settlement, photos: beside }, own)
    },
    onSaved: onClose,
    onGivenUp: onClose,
  })
}

/**
 * The dialog for a defect's new state, with the certifying person's name and the time (49 CFR 396.11). It shows the
 * defect's photos. A user who certifies a repair can add photos of the repaired part.
 */
export function SettleDialog(props: SettleDialogProps) {
  const {
    row,
    settling: { defect, to },
  } = props
  const { title, about, submit } = TEXTS[to]
  const { beside: photos, setBeside, ...draftForm } = useSettleForm(props)
  const { form } = draftForm
  return (
    <DraftFormDialog title={`${defectTitle(defect.defect_type)}: ${title}`} draftForm={draftForm} submit={submit}>
      <p>{about}</p>
      {to === 'open' ? null : (
        <>
          <DefectPhotos row={row} defect={defect} />
          {to === 'repaired' ? (
            <AttachmentsField
              label="Photos after the repair (optional)"
              name="files"
              value={photos}
              others={row.attachments.length}
              onChange={(next) => setBeside(chosenPhotos(next))}
            />
          ) : null}
          <SigningFields form={form} label="Certified by" />
          <form.Field name="note">{(field) => <TextAreaField field={field} label="Note" isOptional />}</form.Field>
        </>
      )}
    </DraftFormDialog>
  )
}
