import type { ReactNode } from 'react'
import { Notice } from '#src/ui/notice/notice.tsx'
import { FormFrame } from './form-frame.tsx'
import { RestoredNote } from './restored-note.tsx'
import type { Frame } from './use-form-frame.ts'

/** The result of `useDraftForm` or `useRecordForm` for any values. */
export interface DraftFormState {
  readonly form: { readonly frame: Frame }
  readonly isDirty: boolean
  readonly isRestored: boolean
  readonly giveUp: () => void
  readonly startOver: () => unknown
  /** The changes by others since the user began to type, in words. */
  readonly meanwhile?: string | null
}

interface DraftFormFrameProps {
  readonly draftForm: DraftFormState
  /** The label of the submit button. */
  readonly submit: ReactNode
  /** The buttons stay visible at the bottom of a long form. */
  readonly isPinned?: boolean
  /** What the form is about, in the note about a restored draft: "inspection". */
  readonly what?: string | undefined
  readonly children: ReactNode
}

/**
 * A form with a draft. Notes about a restored draft and about changes by others are above it. Cancel keeps the draft.
 */
export function DraftFormFrame({ draftForm, submit, isPinned = false, what, children }: DraftFormFrameProps) {
  const { form, isRestored, giveUp, startOver, meanwhile = null } = draftForm
  return (
    <FormFrame frame={form.frame} submit={submit} onCancel={giveUp} isPinned={isPinned}>
      {isRestored ? <RestoredNote what={what} onStartOver={() => void startOver()} /> : null}
      {meanwhile === null ? null : <Notice tone="caution">{meanwhile}</Notice>}
      {children}
    </FormFrame>
  )
}
