import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './field.module.css'
import { generatePassword } from './generate-password.ts'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'

interface GeneratedPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete' | 'isShown' | 'onShown'> {
  /** Told of a password that was made here, beside the field itself: for a second field that must say the same. */
  readonly onGenerated?: (password: string) => void
}

/** A password that is being set: typed, or made by the button, which also shows it. */
export function GeneratedPasswordField({ onGenerated, ...given }: GeneratedPasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const generate = () => {
    const password = generatePassword()
    given.field.handleChange(password)
    onGenerated?.(password)
    // Both are judged as they are now: what was said of the ones before would stay.
    given.field.handleBlur()
    setIsShown(true)
  }
  return (
    <div className={classes.generated}>
      <PasswordField {...given} isShown={isShown} onShown={setIsShown} autoComplete="new-password" />
      <Button variant="subtle" size="compact-sm" className={classes.generate} onClick={generate}>
        Generate
      </Button>
    </div>
  )
}
