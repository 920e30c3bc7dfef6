import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { FIELD_RULES } from '#contract/text/typed-fields.ts'
import { PasswordField } from '#src/form/fields/password-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { NeedsNetwork } from '#src/form/frame/needs-network.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { confirmPassword } from '#src/session/confirm-password.ts'
import { currentUser } from '#src/session/session.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import classes from './password-dialog.module.css'

interface PasswordDialogProps {
  readonly title: string
  /** The reason why the password is needed. */
  readonly children: ReactNode
  readonly onConfirmed: () => Promise<void>
  readonly onClose: () => void
}

const required = z.string().check(z.minLength(1, FIELD_RULES.required))

/**
 * Asks for the user's password, which is sent for a check and stored nowhere. When it is closed without one, all
 * changes keep waiting.
 */
export function PasswordDialog({ title, children, onConfirmed, onClose }: PasswordDialogProps) {
  const { frame, Field } = useFormFrame({
    start: { current_password: '' },
    onSubmit: async ({ current_password }) => {
      await confirmPassword(currentUser()?.email ?? '', current_password)
      await onConfirmed()
      onClose()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <FormFrame frame={frame} submit="Send" cancel="Later" onCancel={onClose}>
        <div className={classes.words}>
          {children}
          <NeedsNetwork>
            There is no network, and your password can’t be checked without one. Everything stays here until then.
          </NeedsNetwork>
        </div>
        <Field name="current_password" validators={{ onBlur: required }}>
          {(field) => <PasswordField field={field} label="Your password" isFirst />}
        </Field>
      </FormFrame>
    </Dialog>
  )
}
