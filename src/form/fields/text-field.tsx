import { TextInput, type TextInputProps } from '@mantine/core'
import { type FieldProps, useFieldInput } from './bound-field.ts'

/** The kinds of text: they decide the tablet's keyboard and how the browser treats the input. */
const KINDS = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel' },
  amount: { inputMode: 'decimal' },
} as const satisfies Record<string, TextInputProps>

interface TextFieldProps extends FieldProps<string> {
  readonly kind?: keyof typeof KINDS
  /** What the browser may fill in: `given-name`, `username` …; `off` for data of other people. */
  readonly autoComplete?: string
}

/** A line of text: plain text, an e-mail address, a phone number or an amount. */
export function TextField({ kind = 'text', autoComplete = 'off', ...given }: TextFieldProps) {
  const { field } = given
  return (
    <TextInput
      {...useFieldInput(given)}
      {...KINDS[kind]}
      autoComplete={autoComplete}
      value={field.state.value}
      onChange={(event) => field.handleChange(event.currentTarget.value)}
    />
  )
}
