import type { Schema } from '#contract/wire/endpoint.ts'
import type { RecordKind } from '#contract/wire/record.ts'
import { type RecordKey, rowKey } from '#src/offline/command.ts'
import type { RecordFields } from './field-list.ts'
import { type Identity, NO_ID_YET } from './identity.ts'

type SchemaOf<Row> = Schema & { readonly _zod: { readonly output: Row } }
interface RecordParts<Row extends Identity, Fields> {
  readonly kind: RecordKind<Row>
  /** The record as stored changes keep it: as the person saw it, also one that only this device has. */
  readonly seen: SchemaOf<Row>
  /** What people call the record: "Maria Lopez". */
  readonly title: (row: Row) => string
  /** The row that lists show of a seen record; unless given, the same. */
  readonly listed?: (seen: Row) => Row
  /** Whether only this device has the record so far; unless given, its id is 0. */
  readonly isUnsent?: (row: Row) => boolean
  /** What a call names the record by; unless given, the id, or the name that this device gave it. */
  readonly refOf?: (row: Row) => number | string
  /** The query keys that show such a record, by their first parts. */
  readonly refreshes: readonly (readonly string[])[]
  /** Checked against the contract by `satisfies FieldsOf<…>`. */
  readonly fields: Fields
}

/** A kind of record as this app changes it, and all that follows from that. */
export interface AppRecord<Row extends Identity, Fields extends RecordFields<Row>> {
  readonly kind: RecordKind<Row>
  readonly seen: SchemaOf<Row>
  readonly title: (row: Row) => string
  readonly refreshes: readonly (readonly string[])[]
  readonly fields: Fields
  /** The row that lists show of a seen record; undefined for one that waits to be made: what makes it shows it. */
  readonly listed: (seen: Row) => Row | undefined
  /** What waiting changes name the record by. */
  readonly keyOf: (row: Row) => RecordKey
  /** What a call names the record by: the server's id, or the name that this device gave it. */
  readonly refOf: (row: Row) => number | string
  /** Whether only this device has it so far. */
  readonly isUnsent: (row: Row) => boolean
  /** The version to name with a change; null for a record that waits to be made. */
  readonly seenVersionOf: (row: Row) => number | null
  /** The record in an answer of the server; null where there is none. */
  readonly currentIn: (answer: unknown) => Row | null
  /** The version that an answer gives the record, for the changes that come after. */
  readonly versionsIn: (answer: unknown) => readonly { readonly key: RecordKey; readonly version: number }[]
}

/** Declares a record once: its commands, forms, drafts, history and words are made of this. */
export function appRecord<Row extends Identity, const Fields extends RecordFields<Row>>(
  parts: RecordParts<Row, Fields>,
): AppRecord<Row, Fields> {
  const { kind, seen, title, refreshes, fields, listed = (row) => row } = parts
  const keyOf = (row: Row) => rowKey(kind, row)
  const isUnsent = parts.isUnsent ?? (({ id }) => id === NO_ID_YET)
  const currentIn = (answer: unknown) => seen.safeParse(answer).data ?? null
  return {
    ...{ kind, seen, title, refreshes, fields, keyOf, isUnsent, currentIn },
    listed: (row) => (isUnsent(row) ? undefined : listed(row)),
    refOf:
      parts.refOf ??
      ((row) => {
        if (!isUnsent(row)) return row.id
        if (!row.client_id) throw new Error(`a ${kind.name} has neither an id nor a client_id`)
        return row.client_id
      }),
    seenVersionOf: (row) => (isUnsent(row) ? null : row.version),
    versionsIn: (answer) => {
      const now = currentIn(answer)
      return now ? [{ key: keyOf(now), version: now.version }] : []
    },
  }
}
