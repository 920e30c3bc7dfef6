import { Button } from '@mantine/core'
import { useForm } from '@tanstack/react-form'
import { type AdministratorForm, administratorForm } from '#contract/setup.ts'
import { toastDone, toastFailure } from '#src/ui/toast.ts'
import { EmailField, NameField, PasswordField } from './login-fields.tsx'
import classes from './login-form.module.css'
import { createFirstAdministrator } from './setup-queries.ts'

const rules = administratorForm.shape
const EMPTY: AdministratorForm = { first_name: '', last_name: '', email: '', password: '' }

/** Who the first administrator is, judged when a field is left; what the server says of it comes as a toast. */
export function SetupForm({ token, onDone }: { readonly token: string; readonly onDone: () => Promise<void> }) {
  const form = useForm({
    defaultValues: EMPTY,
    onSubmit: ({ value }) =>
      createFirstAdministrator(token, value)
        .then(() => toastDone('The administrator is made. Sign in to begin.'))
        .then(onDone)
        .catch(toastFailure),
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.handleSubmit()
      }}
    >
      <form.Field name="first_name" validators={{ onBlur: rules.first_name }}>
        {(field) => <NameField field={field} label="First name" autoComplete="given-name" />}
      </form.Field>
      <form.Field name="last_name" validators={{ onBlur: rules.last_name }}>
        {(field) => <NameField field={field} label="Last name" autoComplete="family-name" />}
      </form.Field>
      <form.Field name="email" validators={{ onBlur: rules.email }}>
        {(field) => <EmailField field={field} />}
      </form.Field>
      <form.Field name="password" validators={{ onBlur: rules.password }}>
        {(field) => <PasswordField field={field} autoComplete="new-password" />}
      </form.Field>
      <form.Subscribe selector={(state) => state.isSubmitting}>
        {(isSubmitting) => (
          <Button type="submit" size="md" fullWidth loading={isSubmitting}>
            Create the administrator
          </Button>
        )}
      </form.Subscribe>
    </form>
  )
}
