import type { ReactNode } from 'react'
import { Notice } from '#src/ui/notice/notice.tsx'
import { FormFrame } from './form-frame.tsx'
import { RestoredNote } from './restored-note.tsx'
import type { Frame } from './use-form-frame.ts'

/** Of `useKeptForm` or `useSeenForm`, whatever its values. */
export interface KeptState {
  readonly form: { readonly frame: Frame }
  readonly isDirty: boolean
  readonly isRestored: boolean
  readonly giveUp: () => void
  readonly startOver: () => void
  /** What changed meanwhile, in words. */
  readonly meanwhile?: string | null
}

interface KeptFormFrameProps {
  readonly kept: KeptState
  /** The words on the button that sends it. */
  readonly submit: string
  /** The buttons stay in sight at the bottom, however long the form is. */
  readonly isPinned?: boolean
  readonly children: ReactNode
}

/** A form that keeps what is typed: what came back of it and what has changed since stand above it; Cancel gives it up. */
export function KeptFormFrame({ kept, submit, isPinned = false, children }: KeptFormFrameProps) {
  const { form, isRestored, giveUp, startOver, meanwhile = null } = kept
  return (
    <FormFrame frame={form.frame} submit={submit} onCancel={giveUp} isPinned={isPinned}>
      {isRestored ? <RestoredNote onStartOver={startOver} /> : null}
      {meanwhile === null ? null : <Notice tone="caution">{meanwhile}</Notice>}
      {children}
    </FormFrame>
  )
}
