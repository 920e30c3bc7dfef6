import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import classes from './secret-input.module.css'

interface SecretInputProps extends Omit<PasswordInputProps, 'classNames'> {
  /** The name of the button that shows and hides the text. */
  readonly toggle: string
  readonly classNames?: Readonly<Record<string, string | undefined>>
}

/** A password field with a button that shows its text. */
export function SecretInput({ toggle, classNames = {}, ...props }: SecretInputProps) {
  return (
    <PasswordInput
      {...props}
      classNames={{ ...classNames, input: classes.secret }}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': toggle }}
    />
  )
}
