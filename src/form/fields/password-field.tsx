import { SecretInput } from '#src/ui/control/secret-input.tsx'
import { type FieldProps, useFieldInput } from './bound-field.ts'

export interface PasswordFieldProps extends FieldProps<string> {
  /** `new-password` has the browser offer one, instead of one it knows. */
  readonly autoComplete?: 'current-password' | 'new-password'
  /** Whether it can be read, where something else than its own button decides too. */
  readonly isShown?: boolean
  readonly onShown?: (isShown: boolean) => void
}

/** A password, with a button that shows it and hides it again. */
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
