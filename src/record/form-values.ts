import * as z from 'zod/mini'
import type { AppRecord } from './app-record.ts'
import { type RecordField, type RecordFields, readField, type ValueOf } from './field-list.ts'
import type { Identity } from './identity.ts'

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

/** What a change says of the same fields. */
export type FormChangeOf<Fields> = {
  readonly [Name in keyof FormValuesOf<Fields>]: Name extends keyof Fields ? ValueOf<Fields[Name]> : never
}

/** How a form of a record and the record's fields follow from each other. */
export interface FormMapping<Row, Values> {
  /** What the form holds of a record. */
  readonly valuesOf: (row: Row) => Values
  /** The fields that the form says, as a change has them. */
  readonly changeOf: (values: Values) => Readonly<Record<string, unknown>>
}

/** The form that asks for a record's fields as they are. */
export interface FormOfRecord<Row, Values, Said extends Readonly<Record<string, unknown>>>
  extends FormMapping<Row, Values> {
  readonly changeOf: (values: Values) => Said
  /** The schemas by which a draft of the form is kept. A draft from before there was such a field lacks it: see `filledDraft`. */
  readonly shape: { readonly [Name in keyof Values]: z.ZodMiniOptional<z.ZodMiniType<Values[Name]>> }
  /** What the form holds of a record that has nothing yet. */
  readonly empty: Values
}

/** The form of a record's fields, as far as they say what a form holds of them. */
export function formOfRecord<Row extends Identity, Fields extends RecordFields<Row>>({
  fields,
}: AppRecord<Row, Fields>): FormOfRecord<Row, FormValuesOf<Fields>, FormChangeOf<Fields>> {
  const asked = Object.entries(fields).filter(([, { form }]) => form !== undefined)
  const each = (make: (name: string, field: RecordField<Row>) => unknown) =>
    // Every field has the value that its type says; entries lose it.
    Object.fromEntries(asked.map(([name, field]) => [name, make(name, field)])) as never
  const noneOf = ({ none = '' }: { readonly none?: unknown }) => none
  return {
    shape: each((_, { form = z.never() }) => z.optional(form)),
    empty: each((_, field) => noneOf(field)),
    valuesOf: (row) => each((name, field) => readField(fields, name, row) ?? noneOf(field)),
    changeOf: (values) =>
      each((name, { toChange = (held: unknown) => held }) => toChange(values[name as keyof typeof values], name)),
  }
}

/**
 * The schema of a draft whose `values` may lack fields: what is missing is as `fill` says, which is what the record had. A draft
 * says nothing of a field that its form did not have.
 */
export function fillMissingValues<Kept extends { readonly values: object }, Values>(
  schema: z.ZodMiniType<Kept>,
  fill: (kept: Kept) => Values,
): z.ZodMiniType<Omit<Kept, 'values'> & { readonly values: Kept['values'] & Values }> {
  return z.pipe(
    schema,
    z.transform((kept: Kept) => {
      const held = Object.entries(kept.values).filter(([, value]) => value !== undefined)
      return { ...kept, values: { ...fill(kept), ...Object.fromEntries(held) } }
    }),
  )
}

/** What makes two values the same: a record by its id, none by being empty, anything else by all of it. */
function comparable(value: unknown): unknown {
  if (value === '' || value === undefined) return null
  return typeof value === 'object' && value !== null ? ('id' in value ? value.id : JSON.stringify(value)) : value
}

/**
 * The patch that a form makes of a record as it was when the typing began; empty where it changes nothing. A field counts that
 * was touched and is another than the record's: what a rule only writes otherwise is sent where a person typed it, and never
 * by itself.
 */
export function patchFrom<Row extends Identity, Fields extends RecordFields<Row>, Values extends object>(
  { fields }: AppRecord<Row, Fields>,
  { valuesOf, changeOf: saidIn }: FormMapping<Row, Values>,
  [was, values]: readonly [Row, Values],
): Readonly<Record<string, unknown>> {
  const start = valuesOf(was)
  const before = saidIn(start)
  const isTouched = (name: string, said: unknown) =>
    name in values
      ? JSON.stringify(values[name as keyof Values]) !== JSON.stringify(start[name as keyof Values])
      : comparable(said) !== comparable(before[name])
  const isOther = ([name, said]: [string, unknown]) =>
    isTouched(name, said) && comparable(said) !== comparable(readField(fields, name, was))
  return Object.fromEntries(Object.entries(saidIn(values)).filter(isOther))
}
