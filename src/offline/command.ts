import type * as z from 'zod/mini'
import type { EndpointShape, Schema } from '#contract/wire/endpoint.ts'
import type { Kind } from '#contract/wire/record.ts'

/** What a change does to the rows on screen while it waits. Pure data and pure functions, made anew from the input. */
export type Effect =
  | {
      readonly act: 'patch'
      readonly kind: string
      readonly key: string
      readonly change: (row: never) => unknown
      /** The row as the person saw it, if lists where it now fits but was not loaded shall show it. */
      readonly seen?: unknown
      /** It makes the record where there is none: also where an earlier change takes it away. */
      readonly makes?: true
    }
  | { readonly act: 'add'; readonly kind: string; readonly key: string; readonly row: unknown }
  | {
      readonly act: 'remove'
      readonly kind: string
      readonly key: string
      /** The row as the person saw it, if lists where it was counted but not loaded shall count one less. */
      readonly seen?: unknown
    }

/** The row of a kind changes in place; fields that `change` does not name stay, so wider rows keep theirs. */
export function patched<Row>(of: Kind<Row>, key: string, change: <R extends Row>(row: R) => R, seen?: Row): Effect {
  return { act: 'patch', kind: of.name, key, change, ...(seen === undefined ? {} : { seen }) }
}
/**
 * A record known by what it is about, so that somebody else may make it first: the row changes in place where there is one,
 * and is `made` where there is none, or none any more.
 */
export function planned<Row>(of: Kind<Row>, key: string, change: <R extends Row>(row: R) => R, made: Row): Effect {
  return { act: 'patch', kind: of.name, key, change, seen: made, makes: true }
}
/** A new row; it stands in every list whose `fits` accepts it. If a row of that key is there already, it is replaced. */
export function added<Row>(of: Kind<Row>, row: Row): Effect {
  return { act: 'add', kind: of.name, key: of.keyOf(row), row }
}
export function removed<Row>(of: Kind<Row>, key: string, seen?: Row): Effect {
  return { act: 'remove', kind: of.name, key, ...(seen === undefined ? {} : { seen }) }
}

/** `kind/key`, e.g. `driver/12` or `day/12/2026-11-21`: what an entry's place in the order hangs on. */
export type RecordKey = string
export function recordKey(of: { readonly name: string }, key: string): RecordKey {
  return `${of.name}/${key}`
}
/** The same for a row, or as much of one as names it. */
export const rowKey = <Row>(of: Kind<Row>, row: Row): RecordKey => recordKey(of, of.keyOf(row))

/** One of many to pick from. */
export interface PickChoice {
  /** Unique among them. */
  readonly value: string
  readonly title: string
  /** Choices of one group stand together under its name. */
  readonly group?: string
  /** Shown with its group, which says why it can't be picked. */
  readonly isDisabled?: boolean
  /** What the field then holds: as its `was` and `yours`, what `words` tells and `with` takes. */
  readonly content: unknown
}

/** How a field is chosen or typed when a person edits a change. */
export type FieldKind =
  | { readonly is: 'text'; readonly most?: number }
  | { readonly is: 'choice'; readonly of: readonly { readonly value: string; readonly title: string }[] }
  | { readonly is: 'date' }
  /** Out of many, found by typing; loaded when the field is shown, also without a network as far as they are kept here. */
  | { readonly is: 'pick'; readonly choices: () => Promise<readonly PickChoice[]> }
  /** Typed anew, and never shown: what was typed before is not known here. */
  | { readonly is: 'secret' }
  | { readonly is: 'unchangeable' }

/** One thing that a change says: for deciding a conflict, for editing, for the Outbox's words. */
export interface Field<Input> {
  /** As the fields are called on the wire; the first names it (`['status', 'status_date_from', 'status_date_to']`). */
  readonly names: readonly string[]
  readonly title: string
  readonly as: FieldKind
  /** What it was before; undefined for a new record. */
  readonly was: unknown
  readonly yours: unknown
  /** What else the change says by it, told behind it: the days that a status holds for, from whom a truck is taken. */
  readonly besides?: string
  readonly words: (value: unknown) => string
  /** The change with another value here. */
  readonly with: (value: unknown) => Input
  /** The change without this field; null when nothing is left of it. */
  readonly without: () => Input | null
}

/** What the server answered when it refused a change. */
export interface Refusal {
  readonly status: number
  readonly body: unknown
}
/** The change said otherwise so that it may be taken: what the person is offered, in the words of a button. */
export interface Remedy<Input> {
  readonly title: string
  readonly input: Input
}

/** A change yet to be made. `seenVersion`: of the record, as the person saw it; null for a new one. */
export interface Draft {
  readonly command: AnyCommand
  readonly input: unknown
  readonly seenVersion: number | null
}

/**
 * One change that a person can make, declared once: what is sent, what it shows at once, how it is told in words.
 * `name` and `version` are stored with waiting entries for years: never reuse a name for something else, and give what
 * goes to another endpoint another name. The input carries all that is needed to send, show and describe the change
 * later, as plain data that its schema only judges and never transforms; never a reference into a cache.
 */
export interface Command<Input> {
  readonly name: string
  /** Raised when older inputs no longer fit the schema. */
  readonly version: number
  /** `upgrades[1]` makes an input of version 2 of one of version 1; pure, and kept for ever. */
  readonly upgrades?: Readonly<Record<number, (input: unknown) => unknown>>
  readonly endpoint: EndpointShape
  /** Judges the input when it is made and when it is read back from the device. */
  readonly input: Schema & { readonly _zod: { readonly output: Input } }
  /**
   * The input without what nobody may read again (a password), and one that the command still takes. Secrets wait on the
   * device as long as the change does, for they are sent with it; `shows` and `describe` never get them, the fields that a
   * screen shows are made without them, and they are gone once the change is over. Pure.
   */
  readonly withoutSecrets?: (input: Input) => Input
  readonly request: (input: Input) => {
    readonly params?: Readonly<Record<string, string | number>>
    readonly body?: unknown
  }
  /** The records it changes; entries that share one are sent in order. The version sent is that of the first. */
  readonly touches: (input: Input) => readonly [RecordKey, ...RecordKey[]]
  /** Records whose earlier changes it waits for, without holding anybody up itself (a comment on an inspection made here). */
  readonly dependsOn?: (input: Input) => readonly RecordKey[]
  /** Two waiting changes of the same records as one; null when they are two things to the person. */
  readonly merge?: (earlier: Input, later: Input) => Input | null
  /** The changes that put everything back as it was; none when nothing can. */
  readonly inverse?: (input: Input) => readonly Draft[]
  readonly fields?: (input: Input) => readonly Field<Input>[]
  /** The change upon the record as it is now (`current` as the server gave it with a conflict), for its words and inverse. */
  readonly onto?: (input: Input, current: unknown) => Input
  /** What makes sense after a refusal beside trying again; best first, none when nothing does. Judges the body itself. */
  readonly remedies?: (input: Input, refusal: Refusal) => readonly Remedy<Input>[]
  /**
   * Whether it makes an account, or changes who may do what with one: its role, its permissions, its e-mail. Stored before
   * a sign-in, it is sent by its user's password alone.
   */
  readonly changesAccount?: (input: Input) => boolean
  readonly effects: (input: Input) => readonly Effect[]
  /** `record`: what it is about ("Maria Lopez"); `change`: what was done ("Status: Vacation"). Plain words. */
  readonly describe: (input: Input) => { readonly record: string; readonly change: string }
  /** The versions that a successful answer gives, so that later entries of the same records take them over. */
  readonly versions: (reply: unknown, input: Input) => readonly { readonly key: RecordKey; readonly version: number }[]
  /** First parts of the query keys to fetch again once it is settled (`['drivers']`). */
  readonly refreshes: readonly (readonly string[])[]
}

/** A change yet to be made, of what its command takes. */
export function draftOf<Input>(command: Command<Input>, input: Input, seenVersion: number | null): Draft {
  return { command, input, seenVersion }
}

/** A command of any input, as the registry holds it: what it is given has gone through its own `input` schema. */
export type AnyCommand = Omit<Command<never>, 'input' | 'withoutSecrets' | 'merge' | 'fields' | 'onto' | 'remedies'> & {
  readonly input: Schema
  readonly withoutSecrets?: (input: never) => unknown
  readonly merge?: (earlier: never, later: never) => unknown
  readonly fields?: (input: never) => readonly Field<unknown>[]
  readonly onto?: (input: never, current: unknown) => unknown
  readonly remedies?: (input: never, refusal: Refusal) => readonly Remedy<unknown>[]
}

/** Declares a command. The app finds it in `*-commands.ts`, if it is exported there. */
export function command<S extends Schema>(
  shape: Omit<Command<z.output<S>>, 'input'> & { readonly input: S },
): Command<z.output<S>> {
  declared.add(shape)
  return shape as Command<z.output<S>>
}
const declared = new WeakSet<object>()

/** Whether `command` made it. */
export const isCommand = (value: unknown): value is AnyCommand =>
  typeof value === 'object' && value !== null && declared.has(value)
