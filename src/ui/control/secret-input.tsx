import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import classes from './secret-input.module.css'

interface SecretInputProps extends Omit<PasswordInputProps, 'classNames'> {
  /** The name of the button that shows what is typed, and hides it again. */
  readonly toggle: string
  readonly classNames?: Readonly<Record<string, string | undefined>>
}

/** What is typed and not to be read over one's shoulder. */
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
