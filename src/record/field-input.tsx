import type { ReactNode } from 'react'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { BoundField } from '#src/form/fields/bound-field.ts'
import { DateField } from '#src/form/fields/date-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import type { FieldKind } from '#src/offline/command.ts'

/** A rule of the contract, or a function that returns the error of a value. */
type Rule = Schema | ((input: { readonly value: string }) => string | undefined)

/** The form's `Field` component, typed for a text field whose name is a variable. */
type TextFormField = (props: {
  readonly name: string
  readonly validators?: { readonly onBlur: Rule }
  readonly children: (field: BoundField<string>) => ReactNode
}) => ReactNode

interface FieldInputProps<Values> {
  readonly form: ReturnType<typeof useFormFrame<Values>>
  /** A form field with a text value. Dates and choices are texts, too. */
  readonly name: { [Name in keyof Values & string]: Values[Name] extends string ? Name : never }[keyof Values & string]
  readonly of: { readonly title: string; readonly as: Extract<FieldKind, { readonly is: 'text' | 'date' | 'choice' }> }
  readonly rule?: Rule
  /** For text in a special format. */
  readonly kind?: 'email' | 'phone'
  readonly isOptional?: boolean
  /** Gets the focus when its dialog opens. */
  readonly isFirst?: boolean
}

/** The input of a record's field. Its title and its control come from the record. */
export function FieldInput<Values>({ form, name, of: { title, as }, rule, kind, ...flags }: FieldInputProps<Values>) {
  // The props' type has checked `name`. The form's own type can't check it for a generic `Values`.
  const Field = form.Field as unknown as TextFormField
  const input = (field: BoundField<string>) => {
    const common = { field, label: title, ...flags }
    if (as.is === 'date') return <DateField {...common} />
    if (as.is === 'choice') return <SelectField {...common} choices={as.of} placeholder="Choose" />
    return <TextField {...common} {...(kind && { kind })} />
  }
  return (
    <Field name={name} {...(rule && { validators: { onBlur: rule } })}>
      {input}
    </Field>
  )
}
