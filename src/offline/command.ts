import type * as z from 'zod/mini'
import type { DataArea } from '#contract/wire/data-areas.ts'
import type { EndpointShape, Schema } from '#contract/wire/endpoint.ts'
import type { RecordKind } from '#contract/wire/record.ts'

type EffectOnRow =
  | {
      readonly act: 'patch'
      readonly kind: string
      readonly key: string
      readonly change: (row: never) => unknown
      /** The row as the user saw it. A list that has not loaded the row, but must show it now, builds it from this. */
      readonly seen?: unknown
      /** Creates the row from `seen` when it does not exist, even after an earlier change removed it. */
      readonly createsRow?: true
    }
  | { readonly act: 'add'; readonly kind: string; readonly key: string; readonly row: unknown }
  | {
      readonly act: 'remove'
      readonly kind: string
      readonly key: string
      /** The row as the user saw it, so that lists that counted the row, but have not loaded it, count one less. */
      readonly seen?: unknown
    }

/**
 * What a command shows on rows before the server confirms it. Not stored: `Command.effects` computes it from the input.
 */
export type Effect = EffectOnRow & {
  /** The row only follows from the change: it gets no mark, because the user did nothing to it. */
  readonly isUnmarked?: true
}

/** Changes a row in place. `change` must keep fields that it does not know: some lists have rows with more fields. */
export function patched<Row>(
  kind: RecordKind<Row>,
  key: string,
  change: <R extends Row>(row: R) => R,
  seen?: Row,
): Effect {
  return { act: 'patch', kind: kind.name, key, change, ...(seen === undefined ? {} : { seen }) }
}
/**
 * Changes a row in place, or adds it: `change` is then applied to `initial`. For records whose key follows from their
 * subject (a driver's day), because another user may create the same record first.
 */
export function patchedOrAdded<Row>(
  kind: RecordKind<Row>,
  key: string,
  change: <R extends Row>(row: R) => R,
  initial: Row,
): Effect {
  return { act: 'patch', kind: kind.name, key, change, seen: initial, createsRow: true }
}
/** Adds a row to every list whose `fits` accepts it. Replaces a row that has the same key. */
export function added<Row>(kind: RecordKind<Row>, row: Row): Effect {
  return { act: 'add', kind: kind.name, key: kind.keyOf(row), row }
}
/** Removes a row from every list. `seen`: see `Effect`. */
export function removed<Row>(kind: RecordKind<Row>, key: string, seen?: Row): Effect {
  return { act: 'remove', kind: kind.name, key, ...(seen === undefined ? {} : { seen }) }
}

/** Names one record among all kinds: `kind/key`, e.g. `driver/12` or `day/12/2026-11-21`. One record queue per key. */
export type RecordKey = string
export function recordKey(kind: { readonly name: string }, key: string): RecordKey {
  return `${kind.name}/${key}`
}
/** The record key of a row, or of the part of a row that `keyOf` reads. */
export const rowKey = <Row>(kind: RecordKind<Row>, row: Row): RecordKey => recordKey(kind, kind.keyOf(row))

/** One choice of a `pick` field. */
export interface PickChoice {
  /** Unique among the choices. */
  readonly value: string
  readonly title: string
  /** Choices of one group are listed together under its name. */
  readonly group?: string
  /** Shown but not selectable. The group's name explains why. */
  readonly isDisabled?: boolean
  /** The field's value when this choice is picked, of the same type as `was` and `yours` of the field. */
  readonly content: unknown
}

/** The control for a field when the user edits a waiting change. */
export type FieldKind =
  | { readonly is: 'text'; readonly maxLength?: number }
  | { readonly is: 'choice'; readonly of: readonly { readonly value: string; readonly title: string }[] }
  | { readonly is: 'date' }
  /** Many choices, searched by typing. Loaded when the field is shown; offline, from what is stored on this device. */
  | { readonly is: 'pick'; readonly choices: () => Promise<readonly PickChoice[]> }
  /** Typed again and never shown: the earlier value is not available. */
  | { readonly is: 'secret' }
  | { readonly is: 'unchangeable' }

/** One field of a change, for resolving conflicts, for editing and for the texts of the Outbox page. */
export interface Field<Input> {
  /** The field's names on the wire. The first one identifies it: `['status', 'status_date_from', 'status_date_to']`. */
  readonly names: readonly string[]
  readonly title: string
  readonly as: FieldKind
  /** The value before the change; undefined for a new record. */
  readonly was: unknown
  /** The value that the user chose. */
  readonly yours: unknown
  /** Text shown after the new value: the dates of a status, the driver from whom a truck is taken. */
  readonly detail?: string
  /** Text for a value of this field. */
  readonly words: (value: unknown) => string
  /** The input with another value for this field. */
  readonly with: (value: unknown) => Input
  /** The input without this field; null when nothing else would change. */
  readonly without: () => Input | null
}

/** The server's response to a change that it refused. */
export interface Refusal {
  readonly status: number
  readonly body: unknown
}
/** A corrected input that the server may accept, offered to the user. */
export interface Remedy<Input> {
  /** The button's label. */
  readonly title: string
  readonly input: Input
}

/** A change to submit. */
export interface NewChange {
  readonly command: AnyCommand
  readonly input: unknown
  /** Version of the record that the user saw; null for a new record. */
  readonly seenVersion: number | null
}

/**
 * One change that a user can make, declared once: what is sent, what the screen shows before the server confirms it,
 * and how it is described. See `command` for an example.
 *
 * Entries store `name` and `version` for years. Never reuse a name for another command; a command that goes to another
 * endpoint needs another name. The input contains everything needed to send, show and describe the change later. It is
 * plain data, never a reference into a cache, and its schema only checks it and never transforms it.
 */
export interface Command<Input> {
  readonly name: string
  /** Raise it when older inputs no longer match the schema. */
  readonly version: number
  /** `upgrades[1]` converts an input of version 1 to version 2. Pure. Never delete an upgrade. */
  readonly upgrades?: Readonly<Record<number, (input: unknown) => unknown>>
  readonly endpoint: EndpointShape
  /** Checks the input when the change is submitted and when it is read back from the device. */
  readonly input: Schema & { readonly _zod: { readonly output: Input } }
  /**
   * Returns the input without its secrets (a password). The result must still match the schema. Secrets stay on the
   * device while the change waits, because they are sent with it, and are deleted when it ends. `effects`, `describe`
   * and the fields on screen only ever get the input without them. Pure.
   */
  readonly withoutSecrets?: (input: Input) => Input
  /** Path parameters and body of the call. */
  readonly request: (input: Input) => {
    readonly params?: Readonly<Record<string, string | number>>
    readonly body?: unknown
  }
  /**
   * Records that it changes. Entries that share a record are sent in order. `seenVersion` (`If-Match`) is the version
   * of the first record.
   */
  readonly touches: (input: Input) => readonly [RecordKey, ...RecordKey[]]
  /**
   * Records whose earlier changes must be sent first. Later changes of those records do not wait for it. Example: a
   * comment waits for the inspection that this device created.
   */
  readonly dependsOn?: (input: Input) => readonly RecordKey[]
  /** Combines two unsent changes of the same records; null when the user must see them as two changes. */
  readonly merge?: (earlier: Input, later: Input) => Input | null
  /** The changes that undo it when the server may have it; empty when it can't be undone. */
  readonly inverse?: (input: Input) => readonly NewChange[]
  /** The fields that a user can resolve or edit one by one. */
  readonly fields?: (input: Input) => readonly Field<Input>[]
  /** The same change based on `current`, the record in the server's conflict response. */
  readonly rebase?: (input: Input, current: unknown) => Input
  /** What the user can do after a refusal besides a retry, best first. Must check the shape of `refusal.body`. */
  readonly remedies?: (input: Input, refusal: Refusal) => readonly Remedy<Input>[]
  /**
   * Whether it creates an account or changes an account's role, permissions or e-mail. Such a change, if saved before a
   * sign-in, is sent only after its user enters the password.
   */
  readonly changesAccount?: (input: Input) => boolean
  /** What it shows on rows before the server confirms it. */
  readonly effects: (input: Input) => readonly Effect[]
  /** Text for the user. `record`: the record's title ("Maria Lopez"); `change`: what changes ("Status: Vacation"). */
  readonly describe: (input: Input) => { readonly record: string; readonly change: string }
  /** The app's address at which the user sees the record after the change: `/units/truck/1042`. */
  readonly page?: (input: Input) => string
  /**
   * Record versions in a successful response (`reply`). Later entries without a version, for a record that this device
   * created, get them.
   */
  readonly versions: (reply: unknown, input: Input) => readonly { readonly key: RecordKey; readonly version: number }[]
  /**
   * The areas whose records it may change at the server, with any input. Queries that show one of them are refetched once
   * it is settled. `tests/server/changed-areas/` compares them with what the server writes.
   */
  readonly areas: readonly DataArea[]
}

/** A change to submit, with the input's type checked against its command. */
export function newChange<Input>(command: Command<Input>, input: Input, seenVersion: number | null): NewChange {
  return { command, input, seenVersion }
}

/** A command with any input type, for the registry. Check an input against `input` before calling the functions. */
export type AnyCommand = Omit<
  Command<never>,
  'input' | 'withoutSecrets' | 'merge' | 'fields' | 'rebase' | 'remedies'
> & {
  readonly input: Schema
  readonly withoutSecrets?: (input: never) => unknown
  readonly merge?: (earlier: never, later: never) => unknown
  readonly fields?: (input: never) => readonly Field<unknown>[]
  readonly rebase?: (input: never, current: unknown) => unknown
  readonly remedies?: (input: never, refusal: Refusal) => readonly Remedy<unknown>[]
}

/**
 * Declares a command. Export it from a file named `*-commands.ts`: the app finds it there. Example, shortened from
 * `src/areas/drivers/changes/driver-commands.ts`:
 *
 * ```ts
 * const statusInput = z.object({
 *   was: seenDriver,
 *   to: dutyStatus,
 *   on: z.nullable(isoDate),
 *   until: z.nullable(isoDate),
 * })
 *
 * export const changeDriverStatus: Command<z.output<typeof statusInput>> = command({
 *   name: 'drivers.changeStatus',
 *   version: 2,
 *   upgrades: { 1: (input) => ({ ...(input as object), until: null }) },
 *   endpoint: driverChanges.update,
 *   input: statusInput,
 *   request: ({ was, to, on, until }) => ({
 *     params: { id: was.id },
 *     body: { status: to, status_date_from: on, status_date_to: until },
 *   }),
 *   touches: ({ was }) => [rowKey(driverKind, was)],
 *   effects: ({ was, to }) => [
 *     patched(driverKind, driverKind.keyOf(was), (row) => ({ ...row, current_status: to }), rowOfSeen(was)),
 *   ],
 *   describe: ({ was, to }) => ({ record: fullName(was.user), change: `Status: ${dutyStatusOf(to).title}` }),
 *   versions: driverRecord.versionsIn,
 *   areas: ['drivers', 'users'],
 * })
 * ```
 */
export function command<S extends Schema>(
  shape: Omit<Command<z.output<S>>, 'input'> & { readonly input: S },
): Command<z.output<S>> {
  declared.add(shape)
  return shape as Command<z.output<S>>
}
const declared = new WeakSet<object>()

/** Whether `command` returned this value. */
export const isCommand = (value: unknown): value is AnyCommand =>
  typeof value === 'object' && value !== null && declared.has(value)
