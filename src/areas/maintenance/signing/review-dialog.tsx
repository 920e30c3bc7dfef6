import { useStore } from '@tanstack/react-form'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { saveReview } from '#src/areas/maintenance/changes/save-inspection.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { chicagoInput, instantOfInput } from '#src/format/chicago.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { SigningFields, type SigningValues } from './signing-fields.tsx'

interface ReviewDialogProps {
  readonly row: Inspection
  readonly onClose: () => void
}

/** The dialog for the next driver's review: the name, and when the driver read the report (49 CFR 396.13). */
export function ReviewDialog({ row, onClose }: ReviewDialogProps) {
  const form = useFormFrame<SigningValues>({
    start: { by: '', at: chicagoInput(companyNow()), note: '' },
    onSubmit: async ({ by, at }) => {
      await saveReview(row, by.trim(), instantOfInput(at))
      onClose()
    },
  })
  const isDirty = useStore(form.form.store, (state) => !state.isDefaultValue)
  return (
    <Dialog title="Reviewed by next driver" isDirty={isDirty} onClose={onClose}>
      <FormFrame frame={form.frame} submit="Sign the review" onCancel={onClose}>
        <p>The driver who takes the unit next has read this report, and that what it lists was seen to.</p>
        <SigningFields form={form} label="Driver’s name" />
      </FormFrame>
    </Dialog>
  )
}
