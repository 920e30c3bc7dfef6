import { NativeSelect } from '@mantine/core'
import { type FieldProps, useFieldInput } from './bound-field.ts'

interface SelectFieldProps<Value extends string> extends FieldProps<Value> {
  readonly choices: readonly { readonly value: Value; readonly title: string }[]
  /** Shown while the value is not one of the choices. */
  readonly placeholder?: string
}

/** One of a few choices, in the browser's own select: it works well on tablets, by keyboard and with screen readers. */
export function SelectField<Value extends string>({ choices, placeholder = '', ...given }: SelectFieldProps<Value>) {
  const { field } = given
  const value: string = field.state.value
  const isChosen = choices.some((one) => one.value === value)
  return (
    <NativeSelect
      {...useFieldInput(given)}
      value={value}
      data={[
        // A value that is not (or no longer) a choice stays until the user chooses another.
        ...(isChosen ? [] : [{ value, label: value === '' ? placeholder : value, disabled: true }]),
        ...choices.map((one) => ({ value: one.value, label: one.title })),
      ]}
      onChange={(event) => {
        const chosen = choices.find((one) => one.value === event.currentTarget.value)
        if (chosen) field.handleChange(chosen.value)
      }}
    />
  )
}
