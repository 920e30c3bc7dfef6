import { SecretInput } from '#src/ui/control/secret-input.tsx'
import { type FieldProps, useFieldInput } from './bound-field.ts'

export interface PasswordFieldProps extends FieldProps<string> {
  /** With `new-password` the browser suggests a new password instead of a stored one. */
  readonly autoComplete?: 'current-password' | 'new-password'
  /** Whether the password is visible, if the parent controls that too. */
  readonly isShown?: boolean
  readonly onShown?: (isShown: boolean) => void
}

/** A password with a button that shows and hides it. */
export function PasswordField({ autoComplete = 'current-password', isShown, onShown, ...given }: PasswordFieldProps) {
  const { field, label } = given
  return (
    <SecretInput
      {...useFieldInput(given)}
      autoComplete={autoComplete}
      {...(isShown === undefined ? {} : { visible: isShown })}
      {...(onShown === undefined ? {} : { onVisibilityChange: onShown })}
      toggle={`Show or hide ${/^your\b/i.test(label) ? '' : 'the '}${label.toLowerCase()}`}
      value={field.state.value}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
    />
  )
}
