import * as z from 'zod/mini'
import type { AppRecord, Identity } from './app-record.ts'
import { type PatchOf, type RecordField, type RecordFields, readField } from './field-list.ts'

type OutputOf<S> = S extends { readonly _zod: { readonly output: infer Value } } ? Value : never
/** What a form holds of the fields that it asks for as they are. */
export type FormValuesOf<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly form: object }
    ? Name
    : never]: Fields[Name] extends {
    readonly form: infer Form
  }
    ? OutputOf<Form>
    : never
}

/** How a form of a record and the record's fields follow from each other. */
export interface FormOfRecord<Row, Values> {
  /** The schemas by which a draft of the form is kept. What was typed before there was such a field says nothing of it. */
  readonly shape: { readonly [Name in keyof Values]: z.ZodMiniType<Values[Name]> }
  /** What the form holds of a record that has nothing yet. */
  readonly empty: Values
  readonly valuesOf: (row: Row) => Values
  /** The fields that the form says, as a change has them. */
  readonly saidIn: (values: Values) => Readonly<Record<string, unknown>>
}

/** The form that asks for a record's fields, as far as they say what a form holds of them. */
export function formOfRecord<Row extends Identity, Fields extends RecordFields<Row>>({
  fields,
}: AppRecord<Row, Fields>): FormOfRecord<Row, FormValuesOf<Fields>> {
  const asked = Object.entries(fields).filter(([, { form }]) => form !== undefined)
  const each = (make: (name: string, field: RecordField<Row>) => unknown) =>
    // Every field has the value that its type says; entries lose it.
    Object.fromEntries(asked.map(([name, field]) => [name, make(name, field)])) as never
  const noneOf = ({ none = '' }: { readonly none?: unknown }) => none
  return {
    shape: each((_, field) => z._default(field.form ?? z.never(), noneOf(field))),
    empty: each((_, field) => noneOf(field)),
    valuesOf: (row) => each((name, field) => readField(fields, name, row) ?? noneOf(field)),
    saidIn: (values) =>
      each((name, { said = (held: unknown) => held }) =>
        said((values as Readonly<Record<string, unknown>>)[name], name),
      ),
  }
}

/** How a form's values and a record's fields follow from each other, where a form asks for parts of them. */
export type FormValues<Row, Values> = Pick<FormOfRecord<Row, Values>, 'valuesOf' | 'saidIn'>

/** What makes two values the same: a record by its id, none by being empty, anything else by all of it. */
function sameness(value: unknown): unknown {
  if (value === '' || value === undefined) return null
  return typeof value === 'object' && value !== null ? ('id' in value ? value.id : JSON.stringify(value)) : value
}

/** The patch that a form makes of a record as it was when the typing began; empty where it changes nothing. */
export function patchIn<Row extends Identity, Fields extends RecordFields<Row>, Values>(
  { fields }: AppRecord<Row, Fields>,
  { valuesOf, saidIn }: FormValues<Row, Values>,
  [was, values]: readonly [Row, Values],
): PatchOf<Fields> {
  const [before, now] = [saidIn(valuesOf(was)), saidIn(values)]
  const isOther = ([name, value]: [string, unknown]) =>
    sameness(value) !== sameness(before[name]) && sameness(value) !== sameness(readField(fields, name, was))
  return Object.fromEntries(Object.entries(now).filter(isOther)) as PatchOf<Fields>
}
