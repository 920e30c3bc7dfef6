import type { DBSchema, IDBPObjectStore } from 'idb'
import { type Access, administrator, edit } from '#contract/access.ts'
import { connectionTo } from '#src/browser/connection.ts'
import type { Layout } from '#src/browser/open-database.ts'
import { newUuid } from '../outbox/uuid-v7.ts'
import { withFiles, withoutFiles } from './draft-files.ts'

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
  /** By their draft and their own name. Those of older versions of the app stand in the drafts themselves. */
  files: { key: [draft: string, name: string]; value: Blob }
}

const KEPT_MS = 30 * 24 * 60 * 60_000

/** Whether a draft was kept long enough; `now` in milliseconds since 1970. */
export const isTooOld = ({ savedAt }: StoredDraft, now: number) => now - savedAt > KEPT_MS

/** What it takes to see a draft: who can't make the change any more may not read what it says of others either. */
export const accessOf = ({ kind, access }: StoredDraft): Access =>
  // Before it was noted there were days and users.
  access ?? (kind === 'schedule.day' ? edit('schedule') : administrator)

export const draftsName = (user: string) => `haulyard-drafts-${user}`

const LAYOUT: Layout<Schema> = {
  version: 2,
  upgrade(db, from) {
    if (from < 1) db.createObjectStore('drafts', { keyPath: 'id' })
    db.createObjectStore('files')
  },
}

/** The drafts of one person. Every method rejects when the browser gives no storage. */
export interface DraftStore {
  all(): Promise<readonly StoredDraft[]>
  put(draft: StoredDraft): Promise<void>
  remove(id: string): Promise<void>
}

/** All files of a draft: an array comes after every text. */
const filesOf = (id: string) => IDBKeyRange.bound([id], [id, []])

/**
 * Drafts in IndexedDB, a database a user: made with the first draft, so that who types nothing leaves nothing behind. A file
 * is written once, however often its draft is: a form with twenty photos would else write twenty megabytes a keystroke.
 */
export function idbDraftStore(user: string): DraftStore & { readonly close: () => Promise<void> } {
  const connection = connectionTo(draftsName(user), LAYOUT)
  /** What the files are called that this tab has put there or got from there. */
  const names = new WeakMap<Blob, string>()
  const nameOf = (file: Blob) => {
    const name = names.get(file) ?? newUuid()
    names.set(file, name)
    return name
  }
  return {
    async all() {
      if (!connection.isOpen && !(await isThere(draftsName(user)))) return []
      const [drafts, keys, files] = await connection.run(['drafts', 'files'], 'readonly', (tx) =>
        Promise.all([
          tx.objectStore('drafts').getAll(),
          tx.objectStore('files').getAllKeys(),
          tx.objectStore('files').getAll(),
        ]),
      )
      const found = new Map<string, Blob>()
      for (const [at, file] of files.entries()) {
        const [draft = '', name = ''] = keys[at] ?? []
        names.set(file, name)
        found.set(`${draft}/${name}`, file)
      }
      return drafts.map((draft) => ({
        ...draft,
        value: withFiles(draft.value, (name) => found.get(`${draft.id}/${name}`)),
      }))
    },
    async put(draft) {
      const files = new Map<string, Blob>()
      const value = withoutFiles(draft.value, (file) => {
        files.set(nameOf(file), file)
        return nameOf(file)
      })
      await connection.run(['drafts', 'files'], 'readwrite', async (tx) => {
        await putFiles(tx.objectStore('files'), draft.id, files)
        await tx.objectStore('drafts').put({ ...draft, value })
      })
    },
    async remove(id) {
      await connection.run(['drafts', 'files'], 'readwrite', (tx) =>
        Promise.all([tx.objectStore('drafts').delete(id), tx.objectStore('files').delete(filesOf(id))]),
      )
    },
    close: () => connection.close(),
  }
}

type Files = IDBPObjectStore<Schema, ('drafts' | 'files')[], 'files', 'readwrite'>

/** Writes what is not there yet, and takes away what the draft has no more. */
async function putFiles(store: Files, draft: string, files: ReadonlyMap<string, Blob>): Promise<void> {
  const kept = new Set((await store.getAllKeys(filesOf(draft))).map(([, name]) => name))
  for (const name of kept) if (!files.has(name)) await store.delete([draft, name])
  for (const [name, file] of files) if (!kept.has(name)) await store.put(file, [draft, name])
}

/** Browsers that can't list their databases are taken to have it. */
async function isThere(name: string): Promise<boolean> {
  if (indexedDB.databases === undefined) return true
  return (await indexedDB.databases()).some((one) => one.name === name)
}
