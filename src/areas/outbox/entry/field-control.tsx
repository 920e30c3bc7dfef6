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
  /** Why the server did not take what was there. */
  readonly error?: string | null
  readonly isFocused?: boolean
}

function tooLong(text: string, most = Number.POSITIVE_INFINITY): string | null {
  const length = lengthOf(text)
  return length > most ? `${length} of at most ${most} characters: the server will not take it.` : null
}

/** The control by which one field of a change is said otherwise: a text, a choice, a pick, a date; else just its words. */
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
        // Nothing of a text is cut off unseen: what is too long is said to be.
        error={tooLong(text, as.most) ?? error}
        rows={2}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (as.is === 'choice') {
    return (
      <NativeSelect
        {...control}
        // What is not among the choices (a value of a later version) stays until another is chosen.
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
