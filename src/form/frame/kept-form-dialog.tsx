import { type ReactNode, useEffect, useRef } from 'react'
import { holdUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { KeptFormFrame, type KeptState } from './kept-form-frame.tsx'

interface KeptDialogProps {
  readonly title: string
  readonly kept: Pick<KeptState, 'form' | 'isDirty'>
  /** Saved, given up or put off. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A dialog around a form that keeps what is typed: whoever closes it only puts it off. What is on its way to the server is
 * waited for, a few seconds at most, for whoever leaves then would not hear of a refusal; and so are photos that are being made
 * ready, for a draft keeps those that are.
 */
export function KeptDialog({ title, kept: { form, isDirty }, onClose, children }: KeptDialogProps) {
  const { isSubmitting, isHolding, whenOver } = form.frame
  // An update would break off what is being made ready.
  useEffect(() => (isHolding ? holdUnsavedInput() : undefined), [isHolding])
  const submits = useRef(isSubmitting)
  useEffect(() => {
    submits.current = isSubmitting
  }, [isSubmitting])
  const close = () => {
    if (isSubmitting) return
    // Whoever has submitted it meanwhile wants to hear what comes of that.
    void whenOver().then(() => submits.current || onClose())
  }
  return (
    <Dialog title={title} size="lg" isDirty={isDirty || isHolding} onClose={close}>
      {children}
    </Dialog>
  )
}

interface KeptFormDialogProps extends KeptDialogProps {
  readonly kept: KeptState
  /** The words on the button that sends it. */
  readonly submit: string
}

/** Such a dialog with nothing in it but the form. */
export function KeptFormDialog({ title, kept, submit, onClose, children }: KeptFormDialogProps) {
  return (
    <KeptDialog title={title} kept={kept} onClose={onClose}>
      <KeptFormFrame kept={kept} submit={submit} isPinned>
        {children}
      </KeptFormFrame>
    </KeptDialog>
  )
}
