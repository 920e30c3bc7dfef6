import type { DBSchema } from 'idb'
import { type Access, administrator, edit } from '#contract/wire/access.ts'
import { type Connection, connectionTo } from '#src/browser/connection.ts'
import type { Layout } from '#src/browser/open-database.ts'
import type { Sealed } from '#src/seal/sealer.ts'

/** The unencrypted part of a draft: what is needed to delete it without a key. The seal authenticates it. */
export interface DraftNote {
  /** Unique for each draft. */
  readonly id: string
  /** The form (`DraftKind.name`): `schedule.day`. */
  readonly kind: string
  /** Version of the form's values (`DraftKind.version`). */
  readonly version: number
  /** Permission to use the form. Missing in drafts of older versions of the app. */
  readonly access?: Access
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Last change, in milliseconds since 1970. */
  readonly savedAt: number
}

/** Typed input that is not submitted yet, decrypted. */
export interface StoredDraft extends DraftNote {
  /** What the form is about: `12/2026-11-21`. */
  readonly key: string
  /** The form's values, including files. */
  readonly value: unknown
  /**
   * Texts that describe the draft outside its form: the record, and what was typed. `title` names a draft that contains
   * no typed text: "Unfinished inspection · Truck 1022".
   */
  readonly words: { readonly record: string; readonly text: string; readonly title?: string }
}

/** A draft as it is stored on the device. */
export interface SealedDraft extends DraftNote {
  readonly sealed: Sealed
}

type FileKey = [draft: string, name: string]
export interface DraftSchema extends DBSchema {
  drafts: { key: string; value: SealedDraft }
  /** Sealed files of the drafts. */
  files: { key: FileKey; value: Sealed }
  /** Unencrypted drafts of an older version of the app, until they are sealed. Nothing new is ever written here. */
  unsealed: { key: string; value: StoredDraft }
  unsealedFiles: { key: FileKey; value: Blob }
}

export const draftDatabaseName = (user: string) => `haulyard-drafts-${user}`

const LAYOUT: Layout<DraftSchema> = {
  version: 3,
  upgrade(db, from, tx) {
    // Renamed, not copied: unencrypted data is never written again.
    if (from > 0) tx.objectStore('drafts').name = 'unsealed'
    else db.createObjectStore('unsealed', { keyPath: 'id' })
    if (from > 1) tx.objectStore('files').name = 'unsealedFiles'
    else db.createObjectStore('unsealedFiles')
    db.createObjectStore('drafts', { keyPath: 'id' })
    db.createObjectStore('files')
  },
}

export const draftConnection = (user: string): Connection<DraftSchema> => connectionTo(draftDatabaseName(user), LAYOUT)

const MAX_AGE_MS = 30 * 24 * 60 * 60_000

/** Whether a draft is older than 30 days or has no valid time. `now`: milliseconds since 1970. */
export const isTooOld = ({ savedAt }: DraftNote, now: number) => !(now - savedAt <= MAX_AGE_MS)

/** Permission to see a draft: a user who can no longer submit the form must not read its data about others either. */
export const accessOf = ({ kind, access }: DraftNote): Access =>
  // Drafts without `access` are of the two forms that existed then: days and users.
  access ?? (kind === 'schedule.day' ? edit('schedule') : administrator)

/** Key range of all files of a draft: IndexedDB sorts an array after every string. */
export const fileRange = (id: string) => IDBKeyRange.bound([id], [id, []])

const ALL_STORES: ('drafts' | 'files' | 'unsealed' | 'unsealedFiles')[] = [
  'drafts',
  'files',
  'unsealed',
  'unsealedFiles',
]

/** Deletes drafts with their files. Needs no key. */
export async function removeDrafts(connection: Connection<DraftSchema>, ids: readonly string[]): Promise<void> {
  await connection.run(ALL_STORES, 'readwrite', (tx) =>
    Promise.all(
      ids.flatMap((id) => [
        tx.objectStore('drafts').delete(id),
        tx.objectStore('files').delete(fileRange(id)),
        tx.objectStore('unsealed').delete(id),
        tx.objectStore('unsealedFiles').delete(fileRange(id)),
      ]),
    ),
  )
}

/** Deletes all drafts that match `shouldForget`, even if they can't be decrypted. Returns how many. */
export async function forgetDrafts(
  user: string,
  connection: Connection<DraftSchema>,
  shouldForget: (note: DraftNote) => boolean,
): Promise<number> {
  if (!(await hasDatabase(user, connection))) return 0
  const [sealed, unsealed] = await connection.run(['drafts', 'unsealed'], 'readonly', (tx) =>
    Promise.all([tx.objectStore('drafts').getAll(), tx.objectStore('unsealed').getAll()]),
  )
  const forgotten = [...sealed, ...unsealed].filter(shouldForget).map(({ id }) => id)
  if (forgotten.length > 0) await removeDrafts(connection, forgotten)
  return forgotten.length
}

/**
 * Whether the user has a draft database. Opening it would create it, so the list of databases is checked. In browsers
 * that can't list databases, true.
 */
export async function hasDatabase(user: string, connection: Connection<DraftSchema>): Promise<boolean> {
  if (connection.isOpen || indexedDB.databases === undefined) return true
  return (await indexedDB.databases()).some((one) => one.name === draftDatabaseName(user))
}
