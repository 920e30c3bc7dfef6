import { newPassword, PASSWORD_HINT } from '#contract/session/passwords.ts'
import { GeneratedPasswordField } from '#src/form/fields/generated-password-field.tsx'
import { PasswordField } from '#src/form/fields/password-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { NeedsNetwork } from '#src/form/frame/needs-network.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { type NewPassword, setNewPassword } from './password-queries.ts'
import type { ResetLink } from './reset-link.ts'

const EMPTY: NewPassword = { new_password: '', re_new_password: '' }

interface NewPasswordFormProps {
  readonly link: ResetLink
  readonly onDone: () => void
  /** Told of every failure, which the form itself tells the person. */
  readonly onFailed: (error: unknown) => void
}

/** The new password, twice, since nobody sees what they type; or once made by the browser and shown. */
export function NewPasswordForm({ link, onDone, onFailed }: NewPasswordFormProps) {
  const { form, frame, Field } = useFormFrame({
    start: EMPTY,
    failures: 'toast',
    isReady: (values) => values.new_password !== '' && values.re_new_password !== '',
    onSubmit: async (values) => {
      await setNewPassword(link, values).catch((error: unknown) => {
        onFailed(error)
        throw error
      })
      toastDone('Your have successfully changed password')
      onDone()
    },
  })
  const isSame = ({ value }: { readonly value: string }) =>
    value === '' || value === form.getFieldValue('new_password') ? undefined : 'The two passwords are not the same.'
  return (
    <FormFrame frame={frame} submit="Save">
      <NeedsNetwork>There is no network, and setting a password needs one. What you type stays here.</NeedsNetwork>
      <Field name="new_password" validators={{ onBlur: newPassword }}>
        {(field) => (
          <GeneratedPasswordField
            field={field}
            label="New password"
            hint={PASSWORD_HINT}
            onGenerated={(password) => form.setFieldValue('re_new_password', password)}
          />
        )}
      </Field>
      <Field name="re_new_password" validators={{ onBlur: isSame, onBlurListenTo: ['new_password'] }}>
        {(field) => <PasswordField field={field} label="New password again" autoComplete="new-password" />}
      </Field>
    </FormFrame>
  )
}
