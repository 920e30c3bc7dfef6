import { type ReactNode, useEffect, useRef } from 'react'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { DraftFormFrame, type DraftFormState } from './draft-form-frame.tsx'
import { useFocusInView } from './use-focus-in-view.ts'

interface DraftDialogProps {
  readonly title: string
  readonly draftForm: Pick<DraftFormState, 'form' | 'isDirty' | 'giveUp'>
  readonly children: ReactNode
}

/**
 * A dialog around a form with a draft: closing it keeps the draft, like Cancel. It waits some seconds for a running
 * submit, because a user who leaves would miss a refusal. It also waits for photos that are being prepared: the draft
 * then has the small ones.
 */
export function DraftDialog({ title, draftForm: { form, isDirty, giveUp }, children }: DraftDialogProps) {
  const { isSubmitting, isHolding, whenOver } = form.frame
  // An update would interrupt the preparation of photos.
  useEffect(() => (isHolding ? holdUnsavedInput() : undefined), [isHolding])
  useFocusInView()
  const submits = useRef(isSubmitting)
  useEffect(() => {
    submits.current = isSubmitting
  }, [isSubmitting])
  const close = () => {
    if (isSubmitting) return
    // A user who has submitted the form in the meantime must see the result.
    void whenOver().then(() => submits.current || giveUp())
  }
  return (
    <Dialog title={title} size="lg" isFullOnPhones isDirty={isDirty || isHolding} onClose={close}>
      {children}
    </Dialog>
  )
}

interface DraftFormDialogProps extends DraftDialogProps {
  readonly draftForm: DraftFormState
  /** The label of the submit button. */
  readonly submit: string
  /** What the form is about: "inspection". */
  readonly what?: string
}

/** The same dialog with only the form in it. */
export function DraftFormDialog({ title, draftForm, submit, what, children }: DraftFormDialogProps) {
  return (
    <DraftDialog title={title} draftForm={draftForm}>
      <DraftFormFrame draftForm={draftForm} submit={submit} isPinned what={what}>
        {children}
      </DraftFormFrame>
    </DraftDialog>
  )
}
