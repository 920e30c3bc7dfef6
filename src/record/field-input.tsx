import type { ReactNode } from 'react'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { BoundField } from '#src/form/fields/bound-field.ts'
import { DateField } from '#src/form/fields/date-field.tsx'
import { SelectField } from '#src/form/fields/select-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import type { FieldKind } from '#src/offline/command.ts'

/** A rule of the contract, or a function that answers what is wrong with a value. */
type Rule = Schema | ((given: { readonly value: string }) => string | undefined)

/** The form's own `Field`, as it is for a field of text whose name is known only here. */
type TextFormField = (props: {
  readonly name: string
  readonly validators?: { readonly onBlur: Rule }
  readonly children: (field: BoundField<string>) => ReactNode
}) => ReactNode

interface FieldInputProps<Values> {
  readonly form: ReturnType<typeof useFormFrame<Values>>
  /** A field of the form that holds a text: days and choices are texts, too. */
  readonly name: { [Name in keyof Values & string]: Values[Name] extends string ? Name : never }[keyof Values & string]
  readonly of: { readonly title: string; readonly as: Extract<FieldKind, { readonly is: 'text' | 'date' | 'choice' }> }
  readonly rule?: Rule
  /** What is typed there, where that is more than text. */
  readonly kind?: 'email' | 'phone'
  readonly isOptional?: boolean
  /** Has the focus when its dialog opens. */
  readonly isFirst?: boolean
}

/** The input of one field of a record: its title and how it is typed or chosen come from the record. */
export function FieldInput<Values>({ form, name, of: { title, as }, rule, kind, ...flags }: FieldInputProps<Values>) {
  // `name` is checked above. The form's own type can't follow for values that it does not know.
  const Field = form.Field as unknown as TextFormField
  const input = (field: BoundField<string>) => {
    const given = { field, label: title, ...flags }
    if (as.is === 'date') return <DateField {...given} />
    if (as.is === 'choice') return <SelectField {...given} choices={as.of} placeholder="Choose" />
    return <TextField {...given} {...(kind && { kind })} />
  }
  return (
    <Field name={name} {...(rule && { validators: { onBlur: rule } })}>
      {input}
    </Field>
  )
}
