import * as z from 'zod/mini'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { Field, FieldKind } from '#src/offline/command.ts'

/** A change of fields of a record. */
export interface RecordChange<Row, Patch> {
  /** The record as the user saw it. */
  readonly was: Row
  /** Only the changed fields, under their names on the wire. */
  readonly to: Patch
}
type AnyPatch = Readonly<Record<string, unknown>>

/**
 * One field of a record. The form, the Outbox page, conflicts, the history and the facts on a card take its title and
 * texts from here.
 */
export interface RecordField<Row, Value = unknown> {
  readonly title: string
  /** Schema of the form's value; omitted when the form has separate inputs for its parts. */
  readonly form?: Schema
  /** The form's value when the record has none. Default: an empty text. */
  readonly none?: unknown
  /** Converts the form's value to the change's value. Default: unchanged. */
  readonly toChange?: (value: unknown, name: string) => unknown
  /**
   * Schema of the value in a stored change. Looser than the contract's rule, because stored changes outlive that rule.
   */
  readonly value: Schema & { readonly _zod: { readonly output: Value } }
  /** The control on the Outbox page. */
  readonly as: FieldKind | ((was: Row | null) => FieldKind)
  /** Fields that are changed together with this one, and removed from the change together with it. */
  readonly along?: readonly string[]
  /** Not described when another field of the change has it in its `along`. */
  readonly isHiddenWhenTakenAlong?: true
  /** Text for a value from a row, a change, a conflict or the history. */
  readonly words: (value: unknown) => string
  /** Text for a value in a change, when it depends on the rest of the change. */
  readonly wordsIn?: (value: unknown, change: RecordChange<Row, AnyPatch>) => string
  /**
   * The row's property that contains it (`extra_info`). Default: the row itself. Rows with few fields may have it on
   * top.
   */
  readonly within?: string
  /** Reads its value from a row. Default: the property with the field's name. */
  readonly read?: (row: Row) => unknown
  /** Converts a change's value to a row's value; undefined when a row can't have it. Default: unchanged. */
  readonly inRow?: (value: unknown) => unknown
  /** Converts a value for the control on the Outbox page. Default: unchanged. */
  readonly shown?: (value: unknown) => unknown
  /** Converts the value of that control back. Default: unchanged. */
  readonly typed?: (value: unknown) => Value
  /**
   * The change's value that undoes a change, from the value before it; undefined when none can. Default: that value.
   */
  readonly back?: (before: unknown, was: Row) => Value | undefined
}

/** The fields of a record by their names on the wire, in display order. */
export type RecordFields<Row> = Readonly<Record<string, RecordField<Row>>>

/**
 * The fields that a change of the contract has, except those that other commands change (`Elsewhere`). A missing field
 * is a compile error, and so is a field that the change does not have.
 */
export type FieldsOf<Row, Change, Elsewhere extends keyof Change = never> = Readonly<
  Record<Exclude<keyof Change & string, Elsewhere>, RecordField<Row>>
>

/** A field's value in a change. */
export type ValueOf<F> = F extends { readonly value: { readonly _zod: { readonly output: infer Value } } }
  ? Value
  : never
/** A value for each field of a record. */
export type ValuesOf<Fields> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }
/** New values for some of these fields. A missing field is not changed. */
export type PatchOf<Fields> = { readonly [Name in keyof Fields]?: ValueOf<Fields[Name]> | undefined }

type PatchShape<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { readonly value: infer S extends z.core.SomeType }
    ? z.ZodMiniOptional<S>
    : never
}

/** The fields' schemas, all optional. */
export const patchShape = <Fields extends RecordFields<never>>(fields: Fields): PatchShape<Fields> =>
  // Each field has the schema that the type describes, but `Object.fromEntries` loses these types.
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, z.optional(value)])) as never

/** Schema of a stored patch. */
export const patchSchema = <Fields extends RecordFields<never>>(fields: Fields): z.ZodMiniType<PatchOf<Fields>> =>
  z.object(patchShape(fields)) as unknown as z.ZodMiniType<PatchOf<Fields>>

const patchedNames = (fields: object, to: AnyPatch) => Object.keys(fields).filter((name) => to[name] !== undefined)

const isObject = (value: unknown): value is AnyPatch => typeof value === 'object' && value !== null

/** A field's value in a record. */
export function readField<Row>(fields: RecordFields<Row>, name: string, row: Row): unknown {
  const { read, within } = fields[name] ?? {}
  if (read) return read(row)
  const part = within === undefined ? row : row[within as keyof Row]
  return isObject(part) ? part[name] : undefined
}

/** A row with a patch applied to the fields that the row has: rows of lists have all fields, rows for pickers a few. */
export function patchedRow<Row extends object>(fields: RecordFields<never>, row: Row, to: AnyPatch): Row {
  let next = row
  for (const name of patchedNames(fields, to)) {
    const { within, inRow = (value: unknown) => value } = fields[name] ?? {}
    const value = inRow(to[name])
    if (value === undefined) continue
    if (name in next) next = { ...next, [name]: value }
    const part: unknown = within === undefined ? undefined : next[within as keyof Row]
    if (isObject(part) && name in part) next = { ...next, [String(within)]: { ...part, [name]: value } }
  }
  return next
}

/** The patch that undoes a change; null when no patch can. */
export function inversePatch<Row>(
  fields: RecordFields<Row>,
  { was, to }: RecordChange<Row, AnyPatch>,
): AnyPatch | null {
  const values = patchedNames(fields, to).map((name) => {
    const before = readField(fields, name, was)
    const back = fields[name]?.back
    return [name, back ? back(before, was) : before] as const
  })
  return values.some(([, value]) => value === undefined) ? null : Object.fromEntries(values)
}

interface PatchContext<Row, Input> {
  /** Null for a new record. */
  readonly was: Row | null
  readonly to: AnyPatch
  /** The change with another patch. */
  readonly with: (to: AnyPatch) => Input
  /** The change with the rest of the patch; null when the change would be empty. */
  readonly without: (rest: AnyPatch) => Input | null
}

/** The fields of a patch, for its texts, for editing and for resolving conflicts. */
export function describeFields<Row, Input>(
  fields: RecordFields<Row>,
  patch: PatchContext<Row, Input>,
): readonly Field<Input>[] {
  const names = patchedNames(fields, patch.to)
  const linked = new Set(names.flatMap((name) => fields[name]?.along ?? []))
  return names
    .filter((name) => !(fields[name]?.isHiddenWhenTakenAlong && linked.has(name)))
    .map((name) => describeField(fields, name, patch))
}

function describeField<Row, Input>(
  fields: RecordFields<Row>,
  name: string,
  patch: PatchContext<Row, Input>,
): Field<Input> {
  const { was, to } = patch
  const field = fields[name]
  if (!field) throw new Error(`there is no field ${name}`)
  const { title, as, words, wordsIn, along = [], shown = (value) => value, typed = (value) => value } = field
  const names = [name, ...along]
  return {
    names,
    title,
    as: typeof as === 'function' ? as(was) : as,
    was: was === null ? undefined : shown(readField(fields, name, was)),
    yours: shown(to[name]),
    words: (value) => (wordsIn && was !== null ? wordsIn(value, { was, to }) : words(value)),
    with: (value) => patch.with({ ...to, [name]: typed(value) }),
    without: () => patch.without(Object.fromEntries(Object.entries(to).filter(([other]) => !names.includes(other)))),
  }
}

/** Text for changed fields: "Location: Gary IN → Joliet IL · Phones: (815) 555-0140 → (815) 555-0141". */
export function changedWords<Input>(fields: readonly Field<Input>[]): string {
  return fields.map(({ title, was, yours, words }) => `${title}: ${words(was)} → ${words(yours)}`).join(' · ')
}
