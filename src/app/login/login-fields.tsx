import { PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import classes from './login-form.module.css'

/** What the form hands to an input: its value, what is wrong with it, and where to tell of changes. */
interface Bound<Value> {
  readonly state: {
    readonly value: Value
    readonly meta: { readonly errors: readonly ({ readonly message: string } | undefined)[] }
  }
  readonly handleChange: (value: Value) => void
  readonly handleBlur: () => void
}

/** The message stands in the gap below its field: if it made room, the next thing would move away under the pointer. */
const CLASS_NAMES = { root: classes.field, wrapper: classes.input, error: classes.error }

/** The first rule that is broken; the others follow once that one is kept. */
const errorOf = (field: Bound<string>) => field.state.meta.errors[0]?.message ?? null

export function EmailField({ field }: { readonly field: Bound<string> }) {
  return (
    <TextInput
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      size="md"
      classNames={CLASS_NAMES}
      value={field.state.value}
      error={errorOf(field)}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
      onBlur={field.handleBlur}
    />
  )
}

interface NameFieldProps {
  readonly field: Bound<string>
  readonly label: string
  readonly autoComplete: 'given-name' | 'family-name'
}

export function NameField({ field, label, autoComplete }: NameFieldProps) {
  return (
    <TextInput
      label={label}
      name={autoComplete}
      autoComplete={autoComplete}
      size="md"
      classNames={CLASS_NAMES}
      value={field.state.value}
      error={errorOf(field)}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
      onBlur={field.handleBlur}
    />
  )
}

interface PasswordFieldProps {
  readonly field: Bound<string>
  /** `new-password` has the browser offer one, instead of one it knows. */
  readonly autoComplete?: 'current-password' | 'new-password'
}

export function PasswordField({ field, autoComplete = 'current-password' }: PasswordFieldProps) {
  return (
    <PasswordInput
      label="Password"
      name="password"
      autoComplete={autoComplete}
      size="md"
      classNames={CLASS_NAMES}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      value={field.state.value}
      error={errorOf(field)}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
      onBlur={field.handleBlur}
    />
  )
}

export function RememberField({ field }: { readonly field: Bound<boolean> }) {
  return (
    <label className={classes.remember}>
      <input
        type="checkbox"
        name="rememberMe"
        checked={field.state.value}
        onChange={(event) => field.handleChange(event.currentTarget.checked)}
        onBlur={field.handleBlur}
      />
      Remember me
    </label>
  )
}
