import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction } from 'idb'
import { Connection } from '#src/browser/connection.ts'
import { type Layout, openDatabase } from '#src/browser/open-database.ts'
import { freezeCount } from '#src/browser/page-life.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { Sealed } from '#src/seal/sealer.ts'
import { StoreTooNew } from '../ports.ts'
import {
  type EntryRow,
  type FinalStateRow,
  type MetaRow,
  type RawReader,
  type RawStore,
  type RawWriter,
  type Stamp,
  UNSEALED_KINDS,
  type UnsealedKind,
} from './raw-store.ts'
import { isFateRow, validEntryRow, validEntryRows, validMetaRow, validStamp } from './row-validation.ts'

interface Schema extends DBSchema {
  entries: { key: number; value: EntryRow; indexes: { id: string } }
  fates: {
    key: string
    value: StoredFate
    indexes: { seq: number; settledAt: number; settling: number; rememberedAt: number }
  }
  meta: { key: 'meta' | 'stamp'; value: MetaRow | Stamp }
  files: { key: string; value: Sealed }
  /** By generation: the sequence numbers of the entries that each of the last writes changed. */
  changes: { key: number; value: readonly number[] }
  'clear-entries': { key: number; value: unknown }
  'clear-fates': { key: string; value: unknown }
  'clear-files': { key: string; value: Blob }
  'clear-meta': { key: string; value: unknown }
}
/**
 * A final state as stored, with two properties that exist only for an index: `settling` until its rows are refetched,
 * `rememberedAt` while it has its entry.
 */
type StoredFate = Omit<FinalStateRow, 'isSettling' | 'isRemembered'> & {
  readonly settling?: 1
  readonly rememberedAt?: number
}
type StoreName = UnsealedKind | `clear-${UnsealedKind}` | 'changes'
type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, StoreName[], Mode>

const STORE_NAMES: StoreName[] = [
  ...UNSEALED_KINDS,
  'changes',
  ...UNSEALED_KINDS.map((kind) => `clear-${kind}` as const),
]
const ROWS_PER_READ = 250
/** At least this many writes have a list of what they changed. A tab that missed more writes rereads all rows. */
const MAX_CHANGES = 200

/** The version of the store that this version of the app reads and writes. */
export const STORE_VERSION = 3
const LAYOUT: Layout<Schema> = {
  version: STORE_VERSION,
  upgrade(db, from, tx) {
    if (from < 1) createVersion1(db)
    if (from < 2) {
      tx.objectStore('fates').createIndex('rememberedAt', 'rememberedAt')
      db.createObjectStore('files')
    }
    for (const kind of UNSEALED_KINDS) tx.objectStore(kind).name = `clear-${kind}`
    createVersion3(db, tx)
  },
}

/** The rows of the outbox in IndexedDB: one database per user. */
export function idbRows(user: string): RawStore {
  const connection = new Connection<Schema>((onClosed) =>
    openDatabase(databaseName(user), LAYOUT, onClosed).catch((error: unknown) => {
      throw error instanceof DOMException && error.name === 'VersionError' ? new StoreTooNew({ cause: error }) : error
    }),
  )
  return {
    read: (work) => connection.run(STORE_NAMES, 'readonly', (tx) => work(reader(tx))),
    write: (work) => connection.run(STORE_NAMES, 'readwrite', (tx) => work(writer(tx)), { durability: 'strict' }),
    freezes: freezeCount,
    close: () => void connection.close(),
  }
}

function createVersion1(db: IDBPDatabase<Schema>): void {
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
/**
 * Older rows are unsealed. They are sealed when the database is first read: sealing is not possible during an upgrade.
 */
function createVersion3(db: IDBPDatabase<Schema>, tx: IDBPTransaction<Schema, StoreName[], 'versionchange'>): void {
  db.createObjectStore('entries', { keyPath: 'seq' }).createIndex('id', 'id', { unique: true })
  createFates(db).createIndex('rememberedAt', 'rememberedAt')
  db.createObjectStore('files')
  db.createObjectStore('meta')
  db.createObjectStore('changes')
  void tx.objectStore('meta').put({ life: newUuid(), generation: 0 }, 'stamp')
}

function reader(tx: Tx<'readonly'> | Tx<'readwrite'>): RawReader {
  // The two modes differ only in their write methods, which are not used here.
  const store = <Name extends StoreName>(name: Name) => (tx as Tx<'readonly'>).objectStore(name)
  const fates = store('fates')
  return {
    stamp: async () => validStamp(await store('meta').get('stamp')),
    changes: async (after, upTo) =>
      after < upTo ? store('changes').getAll(IDBKeyRange.bound(after, upTo, true, false)) : [],
    rows: async () => validEntryRows(await readAllRows(store('entries'))),
    row: async (seq) => {
      const row = await store('entries').get(seq)
      return row && validEntryRow(row)
    },
    invalidKeys: async () => (await store('entries').getAllKeys()).filter((key) => !isSeq(key)),
    hasEntry: async (id) => (await store('entries').index('id').count(id)) > 0,
    finalStateRow: async (id) => {
      const fate = await fates.get(id)
      return toValidFateRows(fate ? [fate] : [])[0]
    },
    finalStateRowsOf: async (seq) => toValidFateRows(await fates.index('seq').getAll(seq)),
    settlingRows: async () => toValidFateRows(await fates.index('settling').getAll(1)),
    rememberedIds: async () => (await fates.index('rememberedAt').getAllKeys()).reverse(),
    finalStateRowsBefore: async (settledAt) =>
      toValidFateRows(await fates.index('settledAt').getAll(IDBKeyRange.upperBound(settledAt, true))),
    file: (id) => store('files').get(id),
    fileIds: () => store('files').getAllKeys(),
    meta: async () => {
      const row = await store('meta').get('meta')
      // Only this type is stored under this key.
      return validMetaRow(row as MetaRow | undefined)
    },
    async unsealedRows(kind, most) {
      const store = (tx as Tx<'readonly'>).objectStore(`clear-${kind}`)
      const [keys, values] = await Promise.all([store.getAllKeys(null, most), store.getAll(null, most)])
      return keys.map((key, at) => ({ key, value: values[at] }))
    },
  }
}

/** Reads all rows in parts, so that thousands of them make no long task. */
async function readAllRows(store: IDBPObjectStore<Schema, StoreName[], 'entries'>): Promise<readonly EntryRow[]> {
  const all: EntryRow[] = []
  let part: readonly EntryRow[]
  do {
    const after = all.at(-1)?.seq
    part = await store.getAll(after === undefined ? null : IDBKeyRange.lowerBound(after, true), ROWS_PER_READ)
    all.push(...part)
  } while (part.length === ROWS_PER_READ)
  return all
}

function writer(tx: Tx<'readwrite'>): RawWriter {
  const entries = tx.objectStore('entries')
  const fates = tx.objectStore('fates')
  return {
    ...reader(tx),
    putRow: async (row) => void (await entries.put(row)),
    dropRow: (seq) => entries.delete(seq),
    putFinalStateRow: async (row) => void (await fates.put(toStoredFate(row))),
    dropFinalStateRow: (id) => fates.delete(id),
    putFile: async (id, sealed) => void (await tx.objectStore('files').put(sealed, id)),
    dropFile: (id) => tx.objectStore('files').delete(id),
    putMeta: async (row) => void (await tx.objectStore('meta').put(row, 'meta')),
    async startGeneration(to, changed) {
      const changes = tx.objectStore('changes')
      await Promise.all([tx.objectStore('meta').put(to, 'stamp'), changes.put(changed, to.generation)])
      if (to.generation % MAX_CHANGES === 0) await changes.delete(IDBKeyRange.upperBound(to.generation - MAX_CHANGES))
    },
    async removeUnsealedRow(kind, key) {
      const store = tx.objectStore(`clear-${kind}`)
      // Entries have numeric keys, all other rows have text keys.
      const isThere = (await store.count(IDBKeyRange.only(key))) > 0
      await store.delete(IDBKeyRange.only(key))
      return isThere
    },
  }
}

function toStoredFate({ isSettling, isRemembered, ...row }: FinalStateRow): StoredFate {
  return { ...row, ...(isSettling && { settling: 1 }), ...(isRemembered && { rememberedAt: row.settledAt }) }
}
/** Leaves out invalid final states. */
function toValidFateRows(stored: readonly StoredFate[]): readonly FinalStateRow[] {
  return stored.map(toFateRow).filter(isFateRow)
}
function toFateRow({ settling, rememberedAt, ...row }: StoredFate): FinalStateRow {
  return { ...row, isSettling: settling === 1, isRemembered: rememberedAt !== undefined }
}
