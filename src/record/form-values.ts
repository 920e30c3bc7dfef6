import * as z from 'zod/mini'
import type { AppRecord } from './app-record.ts'
import { type RecordField, type RecordFields, readField, type ValueOf } from './field-list.ts'
import type { Identity } from './identity.ts'

type OutputOf<S> = S extends { readonly _zod: { readonly output: infer Value } } ? Value : never
/** Form values of the fields that have an input of their own. */
export type FormValuesOf<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly form: object }
    ? Name
    : never]: Fields[Name] extends {
    readonly form: infer Form
  }
    ? OutputOf<Form>
    : never
}

/** Values of the same fields in a change. */
export type FormChangeOf<Fields> = {
  readonly [Name in keyof FormValuesOf<Fields>]: Name extends keyof Fields ? ValueOf<Fields[Name]> : never
}

/** Converts between a record and the values of its form. */
export interface FormMapping<Row, Values> {
  /** The form's values for a record. */
  readonly valuesOf: (row: Row) => Values
  /** The form's fields with their values in a change. */
  readonly changeOf: (values: Values) => Readonly<Record<string, unknown>>
}

/** A form with one input per field of a record. */
export interface FormOfRecord<Row, Values, Change extends Readonly<Record<string, unknown>>>
  extends FormMapping<Row, Values> {
  readonly changeOf: (values: Values) => Change
  /** Schemas for the form's drafts. A draft stored before a field existed lacks that field: see `fillMissingValues`. */
  readonly shape: { readonly [Name in keyof Values]: z.ZodMiniOptional<z.ZodMiniType<Values[Name]>> }
  /** The form's values for a new record. */
  readonly empty: Values
}

/** The form of all fields that declare a `form` schema. */
export function formOfRecord<Row extends Identity, Fields extends RecordFields<Row>>({
  fields,
}: AppRecord<Row, Fields>): FormOfRecord<Row, FormValuesOf<Fields>, FormChangeOf<Fields>> {
  const formFields = Object.entries(fields).filter(([, { form }]) => form !== undefined)
  const each = (convert: (name: string, field: RecordField<Row>) => unknown) =>
    // Each field has the value that its type describes, but `Object.fromEntries` loses these types.
    Object.fromEntries(formFields.map(([name, field]) => [name, convert(name, field)])) as never
  const noneOf = ({ none = '' }: { readonly none?: unknown }) => none
  return {
    shape: each((_, { form = z.never() }) => z.optional(form)),
    empty: each((_, field) => noneOf(field)),
    valuesOf: (row) => each((name, field) => readField(fields, name, row) ?? noneOf(field)),
    changeOf: (values) =>
      each((name, { toChange = (value: unknown) => value }) => toChange(values[name as keyof typeof values], name)),
  }
}

/**
 * Schema of a draft whose `values` may lack fields, because the form of an older version did not have them. `fill`
 * supplies the missing values: those of the record.
 */
export function fillMissingValues<Stored extends { readonly values: object }, Values>(
  schema: z.ZodMiniType<Stored>,
  fill: (stored: Stored) => Values,
): z.ZodMiniType<Omit<Stored, 'values'> & { readonly values: Stored['values'] & Values }> {
  return z.pipe(
    schema,
    z.transform((stored: Stored) => {
      const present = Object.entries(stored.values).filter(([, value]) => value !== undefined)
      return { ...stored, values: { ...fill(stored), ...Object.fromEntries(present) } }
    }),
  )
}

/** A form for comparing values: a record's id, null for an empty value, any other object as JSON. */
function comparable(value: unknown): unknown {
  if (value === '' || value === undefined) return null
  return typeof value === 'object' && value !== null ? ('id' in value ? value.id : JSON.stringify(value)) : value
}

/**
 * The patch that a form makes to the record as it was when the user began to type; empty when nothing changes. It
 * contains the fields that the user edited and whose value differs from the record's. So when `changeOf` writes a
 * stored value in another form (trimmed), that alone changes nothing.
 */
export function patchFrom<Row extends Identity, Fields extends RecordFields<Row>, Values extends object>(
  { fields }: AppRecord<Row, Fields>,
  { valuesOf, changeOf }: FormMapping<Row, Values>,
  [was, values]: readonly [Row, Values],
): Readonly<Record<string, unknown>> {
  const start = valuesOf(was)
  const before = changeOf(start)
  const isEdited = (name: string, value: unknown) =>
    name in values
      ? JSON.stringify(values[name as keyof Values]) !== JSON.stringify(start[name as keyof Values])
      : comparable(value) !== comparable(before[name])
  const isChanged = ([name, value]: [string, unknown]) =>
    isEdited(name, value) && comparable(value) !== comparable(readField(fields, name, was))
  return Object.fromEntries(Object.entries(changeOf(values)).filter(isChanged))
}
