import { type AdministratorForm, administratorForm } from '#contract/session/setup.ts'
import { PasswordField } from '#src/form/fields/password-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { createFirstAdministrator } from './setup-queries.ts'

const rules = administratorForm.shape
const EMPTY: AdministratorForm = { first_name: '', last_name: '', email: '', password: '' }

/**
 * The first administrator's data, checked when a field loses the focus. The server's messages appear at their fields.
 */
export function SetupForm({ token, onDone }: { readonly token: string; readonly onDone: () => Promise<void> }) {
  const { frame, Field } = useFormFrame({
    start: EMPTY,
    onSubmit: async (values) => {
      await createFirstAdministrator(token, values)
      toastDone('The administrator is made. Sign in to begin.')
      await onDone()
    },
  })
  return (
    <FormFrame frame={frame} submit="Create the administrator">
      <Field name="first_name" validators={{ onBlur: rules.first_name }}>
        {(field) => <TextField field={field} label="First name" autoComplete="given-name" />}
      </Field>
      <Field name="last_name" validators={{ onBlur: rules.last_name }}>
        {(field) => <TextField field={field} label="Last name" autoComplete="family-name" />}
      </Field>
      <Field name="email" validators={{ onBlur: rules.email }}>
        {(field) => <TextField field={field} kind="email" label="Email" autoComplete="username" />}
      </Field>
      <Field name="password" validators={{ onBlur: rules.password }}>
        {(field) => <PasswordField field={field} label="Password" autoComplete="new-password" />}
      </Field>
    </FormFrame>
  )
}
