import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type LoginForm as LoginInput, loginForm } from '#contract/session/session.ts'
import { cleanPastedText } from '#contract/text/pasted-text.ts'
import { CheckboxField } from '#src/form/fields/checkbox-field.tsx'
import { PasswordField } from '#src/form/fields/password-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import { FormFrame } from '#src/form/frame/form-frame.tsx'
import { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { signIn } from '#src/session/session.ts'
import classes from './login-form.module.css'

const { email: emailRules, password: passwordRules } = loginForm.shape
const EMPTY: LoginInput = { email: '', password: '', rememberMe: false }
/** Phones and tablets are taken to places without a network, where only a remembered sign-in opens the app. */
const hasTouchScreen = () => matchMedia('(pointer: coarse)').matches

interface LoginFormProps {
  readonly onSignedIn: () => Promise<void>
  /** Called with a failure, which a toast also shows, and with null when another attempt begins. */
  readonly onFailed: (failure: unknown) => void
  /** A message about the failure above the button, which stays longer than a toast. */
  readonly children: ReactNode
}

/** E-mail and password, checked when a field loses the focus. The server's message appears as a toast. */
export function LoginForm({ onSignedIn, onFailed, children }: LoginFormProps) {
  const [start] = useState(() => ({ ...EMPTY, rememberMe: hasTouchScreen() }))
  const { frame, Field } = useFormFrame({
    start,
    failures: 'toast',
    onSubmit: async (values) => {
      onFailed(null)
      await signIn({ ...values, email: cleanPastedText(values.email) }).catch((failure: unknown) => {
        onFailed(failure)
        throw failure
      })
      await onSignedIn()
    },
  })
  return (
    <FormFrame frame={frame} submit="Login">
      <Field name="email" validators={{ onBlur: emailRules }}>
        {(field) => <TextField field={field} kind="email" label="Email" autoComplete="username" />}
      </Field>
      <Field name="password" validators={{ onBlur: passwordRules }}>
        {(field) => <PasswordField field={field} label="Password" />}
      </Field>
      <div className={classes.line}>
        <Field name="rememberMe">
          {(field) => <CheckboxField field={field} label="Remember me" hint="Lets you open Haulyard offline" />}
        </Field>
        <Link to="/reset-password">Forget password?</Link>
      </div>
      {children}
    </FormFrame>
  )
}
