import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { DATE_NOT_VALID } from '#src/format/calendar.ts'
import { type FieldProps, useFieldInput } from './bound-field.ts'

/** A day, `yyyy-MM-dd`, or empty; by the browser's own calendar. What is typed and is no day is said, and never dropped. */
export function DateField(given: FieldProps<string>) {
  const { field } = given
  const { error, onBlur, ...input } = useFieldInput(given)
  // The browser keeps such input to itself: its value is empty.
  const [isBad, setIsBad] = useState(false)
  return (
    <TextInput
      {...input}
      type="date"
      max="9999-12-31"
      error={isBad ? DATE_NOT_VALID : error}
      value={field.state.value}
      onChange={(event) => {
        setIsBad(false)
        field.handleChange(event.currentTarget.value)
      }}
      onBlur={(event) => {
        setIsBad(event.currentTarget.validity.badInput)
        onBlur()
      }}
      // The frame asks at a submit.
      onInvalid={(event) => setIsBad(event.currentTarget.validity.badInput)}
    />
  )
}
