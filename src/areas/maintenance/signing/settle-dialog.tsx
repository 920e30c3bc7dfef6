import { useStore } from '@tanstack/react-form'
import type { Defect, Inspection } from '#contract/maintenance/inspections.ts'
import { type DefectState, defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { saveSettlement } from '#src/areas/maintenance/changes/save-inspection.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { TextAreaField } from '#src/form/fields/text-area-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { chicagoInput, instantOfInput } from '#src/format/chicago.ts'
import { useSession } from '#src/session/session.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
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

/** The dialog for a defect's new state, with the certifying person's name and the time (49 CFR 396.11). */
export function SettleDialog({ row, settling: { defect, to }, onClose }: SettleDialogProps) {
  const { title, about, submit } = TEXTS[to]
  const me = useSession().user
  const form = useFormFrame<SigningValues>({
    start: { by: me === null ? '' : fullName(me), at: chicagoInput(companyNow()), note: '' },
    onSubmit: async ({ by, at, note }) => {
      await saveSettlement(row, defect, {
        state: to,
        settled_by: to === 'open' ? null : by.trim(),
        settled_at: to === 'open' ? null : instantOfInput(at),
        settled_note: note.trim(),
      })
      onClose()
    },
  })
  const isDirty = useStore(form.form.store, (state) => !state.isDefaultValue)
  return (
    <Dialog title={`${defectTitle(defect.defect_type)}: ${title}`} isDirty={isDirty} onClose={onClose}>
      <FormFrame frame={form.frame} submit={submit} onCancel={onClose}>
        <p>{about}</p>
        {to === 'open' ? null : (
          <>
            <SigningFields form={form} label="Certified by" />
            <form.Field name="note">{(field) => <TextAreaField field={field} label="Note" isOptional />}</form.Field>
          </>
        )}
      </FormFrame>
    </Dialog>
  )
}
