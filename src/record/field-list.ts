import * as z from 'zod/mini'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { Field, FieldKind } from '#src/offline/command.ts'

/** A change of some fields of a record. */
export interface RecordChange<Row, Patch> {
  /** The record as the person saw it. */
  readonly was: Row
  /** The changed fields alone, under their names on the wire. */
  readonly to: Patch
}
type AnyPatch = Readonly<Record<string, unknown>>

/**
 * One field of a record, declared once: the form, the Outbox, a conflict, the history and the facts on a card take its title
 * and its words from here.
 */
export interface RecordField<Row, Value = unknown> {
  readonly title: string
  /** What a form holds of it while it is typed; absent where a form asks for its parts. */
  readonly form?: Schema
  /** What a form holds where the record has none; unless given, an empty text. */
  readonly none?: unknown
  /** A form's value as a change has it; unless given, the same. */
  readonly toChange?: (held: unknown, name: string) => unknown
  /** What a waiting change may hold: looser than the rule of the contract, which stored changes outlive. */
  readonly value: Schema & { readonly _zod: { readonly output: Value } }
  /** How the Outbox lets a person choose or type it again. */
  readonly as: FieldKind | ((was: Row | null) => FieldKind)
  /** Fields that a change takes along with this one, and that leave the change with it. */
  readonly along?: readonly string[]
  /** It is not told where another field of the change takes it along. */
  readonly isHiddenWhenTakenAlong?: true
  /** A value in words, whether a row, a change, a conflict or the history has it. */
  readonly words: (value: unknown) => string
  /** The words within a change, where they depend on the rest of it. */
  readonly wordsIn?: (value: unknown, change: RecordChange<Row, AnyPatch>) => string
  /** The part of a row that has it (`extra_info`); unless given, the row itself. Narrow rows may have it at the top. */
  readonly within?: string
  /** Its value in a row; unless given, what stands there under the field's name. */
  readonly read?: (row: Row) => unknown
  /** A change's value as rows have it, undefined for what rows can't have; unless given, the same. */
  readonly inRow?: (value: unknown) => unknown
  /** What the Outbox's control shows of a value; unless given, the value. */
  readonly shown?: (value: unknown) => unknown
  /** The value that was typed or chosen in that control; unless given, what the control holds. */
  readonly typed?: (held: unknown) => Value
  /** The value that puts the one of `was` back, undefined where no change can say it; unless given, that one. */
  readonly back?: (before: unknown, was: Row) => Value | undefined
}

/** The fields of a record by their names on the wire, in the order in which they are told. */
export type RecordFields<Row> = Readonly<Record<string, RecordField<Row>>>

/**
 * The fields of a record that a change of the contract can change, but for those that other commands change. A field of the
 * change without an entry does not compile, nor does an entry that the change lacks.
 */
export type FieldsOf<Row, Change, Elsewhere extends keyof Change = never> = Readonly<
  Record<Exclude<keyof Change & string, Elsewhere>, RecordField<Row>>
>

/** What a change says of a field. */
export type ValueOf<F> = F extends { readonly value: { readonly _zod: { readonly output: infer Value } } }
  ? Value
  : never
/** All fields of a record with a value each. */
export type ValuesOf<Fields> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }
/** What a change says of such fields; an absent field stays as it is. */
export type PatchOf<Fields> = { readonly [Name in keyof Fields]?: ValueOf<Fields[Name]> | undefined }

type PatchShape<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { readonly value: infer S extends z.core.SomeType }
    ? z.ZodMiniOptional<S>
    : never
}

/** The schema of each field, which a change may leave out. */
export const patchShape = <Fields extends RecordFields<never>>(fields: Fields): PatchShape<Fields> =>
  // Each field has its own schema, which is what the type says; entries lose it.
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, z.optional(value)])) as never

/** The schema by which a patch is kept and read back. */
export const patchSchema = <Fields extends RecordFields<never>>(fields: Fields): z.ZodMiniType<PatchOf<Fields>> =>
  z.object(patchShape(fields)) as unknown as z.ZodMiniType<PatchOf<Fields>>

const patchedNames = (fields: object, to: AnyPatch) => Object.keys(fields).filter((name) => to[name] !== undefined)

const isObject = (value: unknown): value is AnyPatch => typeof value === 'object' && value !== null

/** A record's own value of a field. */
export function readField<Row>(fields: RecordFields<Row>, name: string, row: Row): unknown {
  const { read, within } = fields[name] ?? {}
  if (read) return read(row)
  const part = within === undefined ? row : row[within as keyof Row]
  return isObject(part) ? part[name] : undefined
}

/** A row with all that a patch says and the row has: rows of lists have all fields, names for pickers a few. */
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

/** The patch that puts back what another one changes; null where that can't be said. */
export function inversePatch<Row>(
  fields: RecordFields<Row>,
  { was, to }: RecordChange<Row, AnyPatch>,
): AnyPatch | null {
  const back = patchedNames(fields, to).map((name) => {
    const before = readField(fields, name, was)
    const own = fields[name]?.back
    return [name, own ? own(before, was) : before] as const
  })
  return back.some(([, value]) => value === undefined) ? null : Object.fromEntries(back)
}

interface PatchContext<Row, Input> {
  /** Null for a record that is new. */
  readonly was: Row | null
  readonly to: AnyPatch
  /** The change with another patch. */
  readonly with: (to: AnyPatch) => Input
  /** The change with what is left of the patch; null when nothing is left of the change. */
  readonly without: (left: AnyPatch) => Input | null
}

/** What a patch says, field by field: for its words, for typing it again, for deciding a conflict. */
export function describeFields<Row, Input>(
  fields: RecordFields<Row>,
  told: PatchContext<Row, Input>,
): readonly Field<Input>[] {
  const said = patchedNames(fields, told.to)
  const taken = new Set(said.flatMap((name) => fields[name]?.along ?? []))
  return said
    .filter((name) => !(fields[name]?.isHiddenWhenTakenAlong && taken.has(name)))
    .map((name) => describeField(fields, name, told))
}

function describeField<Row, Input>(
  fields: RecordFields<Row>,
  name: string,
  told: PatchContext<Row, Input>,
): Field<Input> {
  const { was, to } = told
  const field = fields[name]
  if (!field) throw new Error(`there is no field ${name}`)
  const { title, as, words, wordsIn, along = [], shown = (value) => value, typed = (held) => held } = field
  const names = [name, ...along]
  return {
    names,
    title,
    as: typeof as === 'function' ? as(was) : as,
    was: was === null ? undefined : shown(readField(fields, name, was)),
    yours: shown(to[name]),
    words: (value) => (wordsIn && was !== null ? wordsIn(value, { was, to }) : words(value)),
    with: (value) => told.with({ ...to, [name]: typed(value) }),
    without: () => told.without(Object.fromEntries(Object.entries(to).filter(([one]) => !names.includes(one)))),
  }
}

/** "Location: Gary IN → Joliet IL · Phones: (815) 555-0140 → (815) 555-0141". */
export function changedWords<Input>(told: readonly Field<Input>[]): string {
  return told.map(({ title, was, yours, words }) => `${title}: ${words(was)} → ${words(yours)}`).join(' · ')
}
