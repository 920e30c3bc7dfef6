import type { Schema } from '#contract/wire/endpoint.ts'
import type { RecordKind } from '#contract/wire/record.ts'
import { type RecordKey, rowKey } from '#src/offline/command.ts'
import type { RecordFields } from './field-list.ts'
import { type Identity, NO_ID_YET } from './identity.ts'

type SchemaOf<Row> = Schema & { readonly _zod: { readonly output: Row } }
interface RecordParts<Row extends Identity, Fields> {
  readonly kind: RecordKind<Row>
  /** Schema of the record in stored changes: as the user saw it, including a record that only this device has. */
  readonly seen: SchemaOf<Row>
  /** The record's name on screen: "Maria Lopez". */
  readonly title: (row: Row) => string
  /** Converts a seen record to its row in lists. Default: the record itself. */
  readonly listed?: (seen: Row) => Row
  /** Whether only this device has the record. Default: its id is 0. */
  readonly isUnsent?: (row: Row) => boolean
  /** The record's id in calls. Default: the server's id, or the `client_id` of an unsent record. */
  readonly refOf?: (row: Row) => number | string
  /** The fields. `satisfies FieldsOf<…>` checks them against the contract. */
  readonly fields: Fields
}

/** A declared record: what its commands, forms, drafts, history and texts are derived from. */
export interface AppRecord<Row extends Identity, Fields extends RecordFields<Row>> {
  readonly kind: RecordKind<Row>
  readonly seen: SchemaOf<Row>
  readonly title: (row: Row) => string
  readonly fields: Fields
  /** A seen record's row in lists. Undefined for an unsent record: its create command shows it. */
  readonly listed: (seen: Row) => Row | undefined
  /** The record's key in waiting changes. */
  readonly keyOf: (row: Row) => RecordKey
  /** The record's id in calls: the server's id, or the `client_id` of an unsent record. */
  readonly refOf: (row: Row) => number | string
  /** Whether only this device has the record. */
  readonly isUnsent: (row: Row) => boolean
  /** The version to send with a change; null for an unsent record. */
  readonly seenVersionOf: (row: Row) => number | null
  /** The record in a response of the server; null when it contains none. */
  readonly currentIn: (answer: unknown) => Row | null
  /** The record's version in a response, for later changes. */
  readonly versionsIn: (answer: unknown) => readonly { readonly key: RecordKey; readonly version: number }[]
}

/**
 * Declares a record. Its commands, forms, drafts, history and texts are derived from this declaration.
 *
 * Example, shortened from `src/areas/contacts`:
 *
 * ```ts
 * // contact-record.ts: a department with its phones and e-mail.
 * export const contactRecord = appRecord({
 *   kind: contactRows,
 *   seen: z.extend(contact, { id: z.int().check(z.nonnegative()) }),
 *   title: ({ department_name }: Contact) => department_name,
 *   fields: {
 *     department_name: textField('Department'),
 *     location: textField('Location'),
 *     phones: { title: 'Phones', value: contact.shape.phones, as: { is: 'text' }, words: phonesWords },
 *     email: textField('Email'),
 *   } satisfies FieldsOf<Contact, ContactChange>,
 * })
 *
 * // contact-commands.ts: changes fields of a department.
 * export const changeContact = patchCommand(contactRecord, {
 *   name: 'contacts.change',
 *   version: 1,
 *   endpoint: contactChanges.update,
 *   areas: ['contacts'],
 * })
 * ```
 */
export function appRecord<Row extends Identity, const Fields extends RecordFields<Row>>(
  parts: RecordParts<Row, Fields>,
): AppRecord<Row, Fields> {
  const { kind, seen, title, fields, listed = (row) => row } = parts
  const keyOf = (row: Row) => rowKey(kind, row)
  const isUnsent = parts.isUnsent ?? (({ id }) => id === NO_ID_YET)
  const currentIn = (answer: unknown) => seen.safeParse(answer).data ?? null
  return {
    ...{ kind, seen, title, fields, keyOf, isUnsent, currentIn },
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
      const current = currentIn(answer)
      return current ? [{ key: keyOf(current), version: current.version }] : []
    },
  }
}
