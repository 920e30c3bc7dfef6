import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type Access, administrator, edit } from '#contract/access.ts'

/** Something typed and not saved, as it is kept on the device. */
export interface StoredDraft {
  /** Of the one form that it is typed into. */
  readonly id: string
  /** Which form, and about what: `schedule.day`, `12/2026-11-21`. */
  readonly kind: string
  readonly key: string
  /** Of the form's values. */
  readonly version: number
  /** What it takes to use such a form; older versions of the app did not note it. */
  readonly access?: Access
  /** The form's values; files in it are kept as they are. */
  readonly value: unknown
  /** What it is told by without its form: what it is about, and what was typed. */
  readonly words: { readonly record: string; readonly text: string }
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly savedAt: number
}
interface Schema extends DBSchema {
  drafts: { key: string; value: StoredDraft }
}

const KEPT_MS = 30 * 24 * 60 * 60_000

/** Whether a draft was kept long enough; `now` in milliseconds since 1970. */
export const isTooOld = ({ savedAt }: StoredDraft, now: number) => now - savedAt > KEPT_MS

/** What it takes to see a draft: who can't make the change any more may not read what it says of others either. */
export const accessOf = ({ kind, access }: StoredDraft): Access =>
  // Before it was noted there were days and users.
  access ?? (kind === 'schedule.day' ? edit('schedule') : administrator)

export const draftsName = (user: string) => `haulyard-drafts-${user}`

/** The drafts of one person. Every method rejects when the browser gives no storage. */
export interface DraftStore {
  all(): Promise<readonly StoredDraft[]>
  put(draft: StoredDraft): Promise<void>
  remove(id: string): Promise<void>
}

/** Drafts in IndexedDB, a database a user: made with the first draft, so that who types nothing leaves nothing behind. */
export function idbDraftStore(user: string): DraftStore & { readonly close: () => Promise<void> } {
  const name = draftsName(user)
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const forget = () => {
    opened = null
  }
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: (db) => void db.createObjectStore('drafts', { keyPath: 'id' }),
      // Another tab upgrades it: stand aside at once, or that tab waits for ever.
      blocking(_current, _blocked, event) {
        forget()
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
  return {
    all: async () => (opened || (await isThere(name)) ? (await open()).getAll('drafts') : []),
    put: async (draft) => void (await (await open()).put('drafts', draft)),
    remove: async (id) => (await open()).delete('drafts', id),
    close: async () => (await opened)?.close(),
  }
}

/** Browsers that can't list their databases are taken to have it. */
async function isThere(name: string): Promise<boolean> {
  if (indexedDB.databases === undefined) return true
  return (await indexedDB.databases()).some((one) => one.name === name)
}
