import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { RefusalContext, ResetsContext } from '#src/form/fields/bound-field.ts'
import { HoldContext } from '#src/form/photos/photo-hold.tsx'
import classes from './form-frame.module.css'
import { FormTrouble, TROUBLE } from './form-trouble.tsx'
import type { Frame } from './use-form-frame.ts'

interface FormFrameProps {
  /** From `useFormFrame`. */
  readonly frame: Frame
  /** The label of the submit button. */
  readonly submit: ReactNode
  /** The action can't be undone. */
  readonly isDanger?: boolean
  /** Called by a second button before the submit button. `cancel` is its label: "Cancel". */
  readonly onCancel?: () => void
  readonly cancel?: string
  /** The only button is as wide as the form. */
  readonly isWide?: boolean
  /** The buttons stay visible at the bottom of a long form. */
  readonly isPinned?: boolean
  readonly children: ReactNode
}

/**
 * The `<form>` element: its fields, the message about the whole form, and its buttons.
 *
 * ```tsx
 * const { frame, Field } = useFormFrame({ start: { email: '' }, onSubmit: ({ email }) => requestReset(email) })
 * return (
 *   <FormFrame frame={frame} submit="Send">
 *     <Field name="email" validators={{ onBlur: emailRule }}>
 *       {(field) => <TextField field={field} label="Email" kind="email" autoComplete="username" />}
 *     </Field>
 *   </FormFrame>
 * )
 * ```
 */
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
        // For React, a form in a dialog is inside the form that opened it.
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
      <div className={classes.foot} data-pinned={isPinned || undefined}>
        <FormTrouble frame={frame} />
        <div className={isWide ? classes.wide : classes.actions}>
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
      </div>
    </form>
  )
}

/**
 * Whether a field contains text that is not a value (half a date). The first such field takes the focus and shows its
 * message.
 */
function hasUnreadable(form: HTMLFormElement): boolean {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  const unreadable = inputs.filter(({ validity }) => validity.badInput || validity.customError)
  for (const input of unreadable) input.checkValidity()
  unreadable[0]?.focus()
  return unreadable.length > 0
}

/**
 * After a submit, focuses the first field with an error, or else the message that belongs to no field, or returns the
 * focus to the button that lost it while it was loading.
 */
function useFocusOnTrouble({ submits, isSubmitting }: Frame) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submits === 0 || isSubmitting) return
    const found = (selector: string) => form.current?.querySelector<HTMLElement>(selector) ?? null
    const trouble = found('[aria-invalid="true"]') ?? found(`[${TROUBLE}]`)
    if (trouble) trouble.focus()
    else if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [submits, isSubmitting])
  return form
}
