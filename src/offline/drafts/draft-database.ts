import type { DBSchema } from 'idb'
import { type Access, administrator, edit } from '#contract/wire/access.ts'
import { type Connection, connectionTo } from '#src/browser/connection.ts'
import type { Layout } from '#src/browser/open-database.ts'
import type { Sealed } from '#src/seal/sealer.ts'

/** What stands of a draft in clear: what it takes to forget it without a key. All of it is authenticated by the seal. */
export interface DraftNote {
  /** Of the one form that it is typed into. */
  readonly id: string
  /** Which form: `schedule.day`. */
  readonly kind: string
  /** Of the form's values. */
  readonly version: number
  /** What it takes to use such a form; older versions of the app did not note it. */
  readonly access?: Access
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly savedAt: number
}

/** Something typed and not saved. */
export interface StoredDraft extends DraftNote {
  /** About what the form is: `12/2026-11-21`. */
  readonly key: string
  /** The form's values; files in it are kept as they are. */
  readonly value: unknown
  /** What it is told by without its form: what it is about, and what was typed. */
  readonly words: { readonly record: string; readonly text: string }
}

/** A draft as it lies on the device. */
export interface SealedDraft extends DraftNote {
  readonly sealed: Sealed
}

type FileKey = [draft: string, name: string]
export interface Schema extends DBSchema {
  drafts: { key: string; value: SealedDraft }
  /** By their draft and their own name. */
  files: { key: FileKey; value: Sealed }
  /** What an older version of the app has left in clear, until it is sealed; nothing is ever put here. */
  unsealed: { key: string; value: StoredDraft }
  unsealedFiles: { key: FileKey; value: Blob }
}

export const draftsName = (user: string) => `haulyard-drafts-${user}`

const LAYOUT: Layout<Schema> = {
  version: 3,
  upgrade(db, from, tx) {
    // Renamed, not copied: in clear nothing is written any more.
    if (from > 0) tx.objectStore('drafts').name = 'unsealed'
    else db.createObjectStore('unsealed', { keyPath: 'id' })
    if (from > 1) tx.objectStore('files').name = 'unsealedFiles'
    else db.createObjectStore('unsealedFiles')
    db.createObjectStore('drafts', { keyPath: 'id' })
    db.createObjectStore('files')
  },
}

export const draftConnection = (user: string): Connection<Schema> => connectionTo(draftsName(user), LAYOUT)

const KEPT_MS = 30 * 24 * 60 * 60_000

/** Whether a draft was kept long enough, or says nothing of when it was; `now` in milliseconds since 1970. */
export const isTooOld = ({ savedAt }: DraftNote, now: number) => !(now - savedAt <= KEPT_MS)

/** What it takes to see a draft: who can't make the change any more may not read what it says of others either. */
export const accessOf = ({ kind, access }: DraftNote): Access =>
  // Before it was noted there were days and users.
  access ?? (kind === 'schedule.day' ? edit('schedule') : administrator)

/** All files of a draft: an array comes after every text. */
export const filesOf = (id: string) => IDBKeyRange.bound([id], [id, []])

const EVERYWHERE: ('drafts' | 'files' | 'unsealed' | 'unsealedFiles')[] = [
  'drafts',
  'files',
  'unsealed',
  'unsealedFiles',
]

/** Takes drafts off the device with all that belongs to them; no key is needed for it. */
export async function removeDrafts(connection: Connection<Schema>, ids: readonly string[]): Promise<void> {
  await connection.run(EVERYWHERE, 'readwrite', (tx) =>
    Promise.all(
      ids.flatMap((id) => [
        tx.objectStore('drafts').delete(id),
        tx.objectStore('files').delete(filesOf(id)),
        tx.objectStore('unsealed').delete(id),
        tx.objectStore('unsealedFiles').delete(filesOf(id)),
      ]),
    ),
  )
}

/** Takes off the device whatever `isOver` says of it, whether it opens or not. Answers how many drafts that were. */
export async function forgetDrafts(
  user: string,
  connection: Connection<Schema>,
  isOver: (note: DraftNote) => boolean,
): Promise<number> {
  if (!(await areThere(user, connection))) return 0
  const [sealed, unsealed] = await connection.run(['drafts', 'unsealed'], 'readonly', (tx) =>
    Promise.all([tx.objectStore('drafts').getAll(), tx.objectStore('unsealed').getAll()]),
  )
  const over = [...sealed, ...unsealed].filter(isOver).map(({ id }) => id)
  if (over.length > 0) await removeDrafts(connection, over)
  return over.length
}

/** Whether the person has a database: asking it would make it. Browsers that can't list their databases are taken to have it. */
export async function areThere(user: string, connection: Connection<Schema>): Promise<boolean> {
  if (connection.isOpen || indexedDB.databases === undefined) return true
  return (await indexedDB.databases()).some((one) => one.name === draftsName(user))
}
