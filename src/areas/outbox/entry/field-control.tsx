import { NativeSelect, Textarea } from '@mantine/core'
import { DayInput } from '#src/form/fields/day-input.tsx'
import { lengthOf } from '#src/format/text-length.ts'
import type { Field } from '#src/offline/command.ts'
import { SecretInput } from '#src/ui/control/secret-input.tsx'
import { PickControl } from './pick-control.tsx'

export interface FieldControlProps {
  readonly field: Field<unknown>
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Why the server refused the former value. */
  readonly error?: string | null
  readonly isFocused?: boolean
}

function tooLong(text: string, most = Number.POSITIVE_INFINITY): string | null {
  const length = lengthOf(text)
  return length > most ? `${length} of at most ${most} characters: the server will not take it.` : null
}

/**
 * The control that edits one field of a change: a text, a choice, a picker or a date. Other fields are shown as text.
 */
export function FieldControl(props: FieldControlProps) {
  const { as } = props.field
  return as.is === 'pick' ? <PickControl {...props} choices={as.choices} /> : <TypedControl {...props} />
}

function TypedControl({ field, label, value, onChange, error = null, isFocused = false }: FieldControlProps) {
  const { as } = field
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const control = { label, error, value: text, 'data-autofocus': isFocused || undefined }
  if (as.is === 'text') {
    return (
      <Textarea
        {...control}
        autoComplete="off"
        // The text is never cut off silently; a text that is too long shows an error.
        error={tooLong(text, as.maxLength) ?? error}
        rows={2}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (as.is === 'choice') {
    return (
      <NativeSelect
        {...control}
        // A value that is not among the choices (from a newer version) stays until the user chooses another.
        data={[
          ...(as.of.some((one) => one.value === text) ? [] : [{ value: text, label: field.words(value) }]),
          ...as.of.map((one) => ({ value: one.value, label: one.title })),
        ]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (as.is === 'secret') {
    return (
      <SecretInput
        {...control}
        description="What was typed before is kept unless something is typed here."
        autoComplete="new-password"
        toggle="Show or hide what is typed"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (as.is === 'date') {
    return <DayInput {...control} onChange={(day) => onChange(day === '' ? null : day)} />
  }
  return (
    <p>
      {label}: {field.words(value)}
    </p>
  )
}
