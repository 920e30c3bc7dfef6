import { PasswordInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { type FieldProps, useFieldInput } from './bound-field.ts'
import classes from './field.module.css'

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
  const input = useFieldInput(given)
  return (
    <PasswordInput
      {...input}
      classNames={{ ...input.classNames, input: classes.secret }}
      autoComplete={autoComplete}
      {...(isShown === undefined ? {} : { visible: isShown })}
      {...(onShown === undefined ? {} : { onVisibilityChange: onShown })}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        'aria-label': `Show or hide ${/^your\b/i.test(label) ? '' : 'the '}${label.toLowerCase()}`,
      }}
      value={field.state.value}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
    />
  )
}
