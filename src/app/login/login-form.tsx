import { Button } from '@mantine/core'
import { useForm } from '@tanstack/react-form'
import { Link } from '@tanstack/react-router'
import { type LoginForm as LoginInput, loginForm } from '#contract/session.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { signIn } from '#src/session/session.ts'
import { toastFailure } from '#src/ui/toast.ts'
import { EmailField, PasswordField, RememberField } from './login-fields.tsx'
import classes from './login-form.module.css'

const { email: emailRules, password: passwordRules } = loginForm.shape
const EMPTY: LoginInput = { email: '', password: '', rememberMe: false }

/** E-mail and password, judged when a field is left; what the server says of them comes as a toast. */
export function LoginForm({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const form = useForm({
    defaultValues: EMPTY,
    // A first Enter judges all fields, those that were never left included.
    canSubmitWhenInvalid: true,
    // Signed in or told why not: whatever fails is said, and what was typed stays.
    onSubmit: ({ value }) => signIn(value).then(onSignedIn).catch(toastFailure),
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
      <WithoutNetwork />
      <form.Field name="email" validators={{ onBlur: emailRules }}>
        {(field) => <EmailField field={field} />}
      </form.Field>
      <form.Field name="password" validators={{ onBlur: passwordRules }}>
        {(field) => <PasswordField field={field} />}
      </form.Field>
      <div className={classes.line}>
        <form.Field name="rememberMe">{(field) => <RememberField field={field} />}</form.Field>
        <Link to="/reset-password">Forget password?</Link>
      </div>
      <form.Subscribe selector={(state) => state.isSubmitting}>
        {(isSubmitting) => (
          <Button type="submit" size="md" fullWidth loading={isSubmitting}>
            Login
          </Button>
        )}
      </form.Subscribe>
    </form>
  )
}

function WithoutNetwork() {
  if (useOnline().online) return null
  return (
    <p className={classes.offline} role="status">
      There is no network, and signing in needs one. Once you are signed in, Haulyard works without.
    </p>
  )
}
