import * as z from 'zod/mini'
import { USER_RULES } from '#contract/people/user-changes.ts'
import { newPassword, PASSWORD_HINT } from '#contract/session/passwords.ts'
import { GeneratedPasswordField } from '#src/form/fields/generated-password-field.tsx'
import { PasswordField } from '#src/form/fields/password-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { currentUser, signOut } from '#src/session/session.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { changeOwnPassword } from '../user-queries.ts'

const LOGS_OUT_AFTER_MS = 5_000
const required = z.string().check(z.minLength(1, USER_RULES.required))

/**
 * Changes the user's own password. It asks for the old one and needs a network: a password is never stored on a device
 * to be sent later.
 */
export function OwnPasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { frame, Field } = useFormFrame({
    start: { current_password: '', new_password: '' },
    failures: 'both',
    onSubmit: async ({ current_password, new_password }) => {
      await changeOwnPassword(current_password, new_password)
      toastDone('Your have successfully changed password')
      // The user signs in again with the new password. Waiting changes stay until then.
      const person = currentUser()?.id
      setTimeout(() => {
        if (currentUser()?.id === person) signOut().catch(toastFailure)
      }, LOGS_OUT_AFTER_MS)
      onClose()
    },
  })
  return (
    <Dialog title="Change password" onClose={onClose}>
      <FormFrame frame={frame} submit="Save" onCancel={onClose}>
        <Field name="current_password" validators={{ onBlur: required }}>
          {(field) => <PasswordField field={field} label="Your password now" isFirst />}
        </Field>
        <Field name="new_password" validators={{ onBlur: newPassword }}>
          {(field) => <GeneratedPasswordField field={field} label="New password" hint={PASSWORD_HINT} />}
        </Field>
      </FormFrame>
    </Dialog>
  )
}
