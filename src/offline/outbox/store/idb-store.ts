import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction } from 'idb'
import { Connection } from '#src/browser/connection.ts'
import { type Layout, openDatabase } from '#src/browser/open-database.ts'
import { freezeCount } from '#src/browser/page-life.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { Sealed } from '#src/seal/sealer.ts'
import { StoreTooNew } from '../ports.ts'
import { entryRow, entryRows, isFateRow, metaRow, stampRow } from './judged-rows.ts'
import {
  CLEAR_KINDS,
  type ClearKind,
  type EntryRow,
  type FateRow,
  type MetaRow,
  type RawReader,
  type RawStore,
  type RawWriter,
  type Stamp,
} from './raw-store.ts'

interface Schema extends DBSchema {
  entries: { key: number; value: EntryRow; indexes: { id: string } }
  fates: {
    key: string
    value: StoredFate
    indexes: { seq: number; settledAt: number; settling: number; rememberedAt: number }
  }
  meta: { key: 'meta' | 'stamp'; value: MetaRow | Stamp }
  files: { key: string; value: Sealed }
  /** Of the last writes, by their generation: the numbers of the entries that they changed. */
  changes: { key: number; value: readonly number[] }
  'clear-entries': { key: number; value: unknown }
  'clear-fates': { key: string; value: unknown }
  'clear-files': { key: string; value: Blob }
  'clear-meta': { key: string; value: unknown }
}
/** With what is there for an index alone: `settling` while its rows are to be fetched, `rememberedAt` while it has its entry. */
type StoredFate = Omit<FateRow, 'isSettling' | 'isRemembered'> & {
  readonly settling?: 1
  readonly rememberedAt?: number
}
type StoreName = ClearKind | `clear-${ClearKind}` | 'changes'
type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, StoreName[], Mode>

const STORES: StoreName[] = [...CLEAR_KINDS, 'changes', ...CLEAR_KINDS.map((kind) => `clear-${kind}` as const)]
const READ_AT_ONCE = 250
/** Of so many writes, at the least, it is on record what they changed: a tab that has missed more looks at all rows anew. */
const MAX_CHANGES = 200

const LAYOUT: Layout<Schema> = {
  version: 3,
  upgrade(db, from, tx) {
    if (from < 1) createFirst(db)
    if (from < 2) {
      tx.objectStore('fates').createIndex('rememberedAt', 'rememberedAt')
      db.createObjectStore('files')
    }
    for (const kind of CLEAR_KINDS) tx.objectStore(kind).name = `clear-${kind}`
    createSealed(db, tx)
  },
}

/** The rows of the outbox in IndexedDB, a database a user. */
export function idbRows(user: string): RawStore {
  const connection = new Connection<Schema>((onClosed) =>
    openDatabase(databaseName(user), LAYOUT, onClosed).catch((error: unknown) => {
      throw error instanceof DOMException && error.name === 'VersionError' ? new StoreTooNew({ cause: error }) : error
    }),
  )
  return {
    read: (work) => connection.run(STORES, 'readonly', (tx) => work(reader(tx))),
    write: (work) => connection.run(STORES, 'readwrite', (tx) => work(writer(tx)), { durability: 'strict' }),
    freezes: freezeCount,
    close: () => void connection.close(),
  }
}

function createFirst(db: IDBPDatabase<Schema>): void {
  db.createObjectStore('entries', { keyPath: 'seq' })
  createFates(db)
  db.createObjectStore('meta')
}
function createFates(db: IDBPDatabase<Schema>) {
  const fates = db.createObjectStore('fates', { keyPath: 'id' })
  fates.createIndex('seq', 'seq')
  fates.createIndex('settledAt', 'settledAt')
  fates.createIndex('settling', 'settling')
  return fates
}
/** What was there until then was in clear; it is sealed when it is first read, for that can't be done in here. */
function createSealed(db: IDBPDatabase<Schema>, tx: IDBPTransaction<Schema, StoreName[], 'versionchange'>): void {
  db.createObjectStore('entries', { keyPath: 'seq' }).createIndex('id', 'id', { unique: true })
  createFates(db).createIndex('rememberedAt', 'rememberedAt')
  db.createObjectStore('files')
  db.createObjectStore('meta')
  db.createObjectStore('changes')
  void tx.objectStore('meta').put({ life: newUuid(), generation: 0 }, 'stamp')
}

function reader(tx: Tx<'readonly'> | Tx<'readwrite'>): RawReader {
  // The two modes differ in their writers only, which are not used here.
  const store = <Name extends StoreName>(name: Name) => (tx as Tx<'readonly'>).objectStore(name)
  const fates = store('fates')
  return {
    stamp: async () => stampRow(await store('meta').get('stamp')),
    changes: async (after, upTo) =>
      after < upTo ? store('changes').getAll(IDBKeyRange.bound(after, upTo, true, false)) : [],
    rows: async () => entryRows(await allOf(store('entries'))),
    row: async (seq) => {
      const row = await store('entries').get(seq)
      return row && entryRow(row)
    },
    unnumbered: async () => (await store('entries').getAllKeys()).filter((key) => !isSeq(key)),
    hasEntry: async (id) => (await store('entries').index('id').count(id)) > 0,
    fate: async (id) => {
      const fate = await fates.get(id)
      return asRows(fate ? [fate] : [])[0]
    },
    fatesOf: async (seq) => asRows(await fates.index('seq').getAll(seq)),
    settling: async () => asRows(await fates.index('settling').getAll(1)),
    remembered: async () => (await fates.index('rememberedAt').getAllKeys()).reverse(),
    fatesBefore: async (settledAt) =>
      asRows(await fates.index('settledAt').getAll(IDBKeyRange.upperBound(settledAt, true))),
    file: (id) => store('files').get(id),
    fileIds: () => store('files').getAllKeys(),
    meta: async () => {
      const row = await store('meta').get('meta')
      // Under this key there is none but that.
      return metaRow(row as MetaRow | undefined)
    },
    async clear(kind, most) {
      const store = (tx as Tx<'readonly'>).objectStore(`clear-${kind}`)
      const [keys, values] = await Promise.all([store.getAllKeys(null, most), store.getAll(null, most)])
      return keys.map((key, at) => ({ key, value: values[at] }))
    },
  }
}

/** In parts, so that reading thousands of them makes no long task. */
async function allOf(store: IDBPObjectStore<Schema, StoreName[], 'entries'>): Promise<readonly EntryRow[]> {
  const all: EntryRow[] = []
  let part: readonly EntryRow[]
  do {
    const after = all.at(-1)?.seq
    part = await store.getAll(after === undefined ? null : IDBKeyRange.lowerBound(after, true), READ_AT_ONCE)
    all.push(...part)
  } while (part.length === READ_AT_ONCE)
  return all
}

function writer(tx: Tx<'readwrite'>): RawWriter {
  const entries = tx.objectStore('entries')
  const fates = tx.objectStore('fates')
  return {
    ...reader(tx),
    put: async (row) => void (await entries.put(row)),
    drop: (seq) => entries.delete(seq),
    putFate: async (row) => void (await fates.put(asStored(row))),
    dropFate: (id) => fates.delete(id),
    putFile: async (id, sealed) => void (await tx.objectStore('files').put(sealed, id)),
    dropFile: (id) => tx.objectStore('files').delete(id),
    putMeta: async (row) => void (await tx.objectStore('meta').put(row, 'meta')),
    async raise(to, changed) {
      const changes = tx.objectStore('changes')
      await Promise.all([tx.objectStore('meta').put(to, 'stamp'), changes.put(changed, to.generation)])
      if (to.generation % MAX_CHANGES === 0) await changes.delete(IDBKeyRange.upperBound(to.generation - MAX_CHANGES))
    },
    async takeClear(kind, key) {
      const store = tx.objectStore(`clear-${kind}`)
      // A number is the key of entries, a text of all else.
      const isThere = (await store.count(IDBKeyRange.only(key))) > 0
      await store.delete(IDBKeyRange.only(key))
      return isThere
    },
  }
}

function asStored({ isSettling, isRemembered, ...row }: FateRow): StoredFate {
  return { ...row, ...(isSettling && { settling: 1 }), ...(isRemembered && { rememberedAt: row.settledAt }) }
}
/** Without what is no fate of the app's. */
function asRows(stored: readonly StoredFate[]): readonly FateRow[] {
  return stored.map(asRow).filter(isFateRow)
}
function asRow({ settling, rememberedAt, ...row }: StoredFate): FateRow {
  return { ...row, isSettling: settling === 1, isRemembered: rememberedAt !== undefined }
}
