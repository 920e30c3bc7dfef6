import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { RefusalContext, ResetsContext } from '#src/form/fields/bound-field.ts'
import { HoldContext } from '#src/form/photos/photo-hold.tsx'
import { Notice } from '#src/ui/notice/notice.tsx'
import classes from './form-frame.module.css'
import type { Frame } from './use-form-frame.ts'

interface FormFrameProps {
  /** From `useFormFrame`. */
  readonly frame: Frame
  /** The words on the button that sends it. */
  readonly submit: string
  /** What it does can't be taken back. */
  readonly isDanger?: boolean
  /** Called by a button before that one, with these words on it: "Cancel". */
  readonly onCancel?: () => void
  readonly cancel?: string
  /** The one button is as wide as the form. */
  readonly isWide?: boolean
  /** The buttons stay in sight at the bottom, however long the form is. */
  readonly isPinned?: boolean
  readonly children: ReactNode
}

/** The one `<form>`: its fields, what was refused of the whole, and its buttons. */
export function FormFrame(props: FormFrameProps) {
  const {
    frame,
    submit,
    isDanger = false,
    onCancel,
    cancel = 'Cancel',
    isWide = !onCancel,
    isPinned = false,
    children,
  } = props
  const { refusal, isSubmitting, isReady, hold, resets } = frame
  const form = useFocusOnTrouble(frame)
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A form in a dialog is, to React, inside of the form that opened it.
        event.stopPropagation()
        if (hasUnreadable(event.currentTarget)) return
        void frame.submit()
      }}
    >
      <HoldContext value={hold}>
        <ResetsContext value={resets}>
          <RefusalContext value={refusal}>{children}</RefusalContext>
        </ResetsContext>
      </HoldContext>
      {refusal.beside !== '' && <Notice tone="trouble">{refusal.beside}</Notice>}
      <div className={isWide ? classes.wide : classes.actions} data-pinned={isPinned || undefined}>
        {onCancel && (
          <Button variant="default" size="md" disabled={isSubmitting} onClick={onCancel}>
            {cancel}
          </Button>
        )}
        <Button
          type="submit"
          size="md"
          {...(isDanger && { color: 'red.9' })}
          loading={isSubmitting}
          disabled={!isReady}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** Whether a field holds what nobody can read (half a date): the first one has the focus then, and says so. */
function hasUnreadable(form: HTMLFormElement): boolean {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  const unreadable = inputs.filter(({ validity }) => validity.badInput || validity.customError)
  for (const input of unreadable) input.checkValidity()
  unreadable[0]?.focus()
  return unreadable.length > 0
}

/** After a submit the focus is at the first field in error; a button that lost it while it was busy has it again. */
function useFocusOnTrouble({ submits, isSubmitting }: Frame) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submits === 0 || isSubmitting) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [submits, isSubmitting])
  return form
}
