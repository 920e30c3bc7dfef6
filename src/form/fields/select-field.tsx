import { NativeSelect } from '@mantine/core'
import { type FieldProps, useFieldInput } from './bound-field.ts'

interface SelectFieldProps<Value extends string> extends FieldProps<Value> {
  readonly choices: readonly { readonly value: Value; readonly title: string }[]
  /** Said as long as nothing is chosen, that is while the value is none of the choices. */
  readonly placeholder?: string
}

/** One of a few choices, by the browser's own list: right on a tablet, with a keyboard and for a screen reader. */
export function SelectField<Value extends string>({ choices, placeholder = '', ...given }: SelectFieldProps<Value>) {
  const { field } = given
  const value: string = field.state.value
  const isChosen = choices.some((one) => one.value === value)
  return (
    <NativeSelect
      {...useFieldInput(given)}
      value={value}
      data={[
        // What is no choice (any more) stays until another is made.
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
