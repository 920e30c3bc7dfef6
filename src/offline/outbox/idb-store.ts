import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction } from 'idb'
import { Connection } from '#src/browser/connection.ts'
import { type Layout, openDatabase } from '#src/browser/open-database.ts'
import { entryFromStored, type Fate, fateFromStored, type OutboxEntry } from './entry.ts'
import { databaseName } from './names.ts'
import { type Meta, type Store, type StoreReader, StoreTooNew, type StoreWriter } from './ports.ts'

interface Schema extends DBSchema {
  entries: { key: number; value: OutboxEntry; indexes: { id: string; touches: string; state: string } }
  fates: {
    key: string
    value: StoredFate
    indexes: { seq: number; settledAt: number; settling: number; rememberedAt: number }
  }
  meta: { key: 'meta'; value: Meta }
  /** The bytes of files, by their ids. */
  files: { key: string; value: Blob }
}
/** With what is there for an index alone: `settling` while its rows are to be fetched, `rememberedAt` while it has its entry. */
type StoredFate = Fate & { readonly settling?: 1; readonly rememberedAt?: number }
type StoreName = 'entries' | 'fates' | 'files' | 'meta'
type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, StoreName[], Mode>

const STORES: StoreName[] = ['entries', 'fates', 'files', 'meta']
const READ_AT_ONCE = 250
const NEW: Meta = { nextSeq: 1, device: null, loss: null }

const LAYOUT: Layout<Schema> = {
  version: 2,
  upgrade(db, from, tx) {
    if (from < 1) createFirst(db)
    if (from < 2) {
      tx.objectStore('fates').createIndex('rememberedAt', 'rememberedAt')
      db.createObjectStore('files')
    }
  },
}

/** The outbox in IndexedDB, a database a user. */
export function idbStore(user: string): Store {
  const connection = new Connection<Schema>((onClosed) =>
    openDatabase(databaseName(user), LAYOUT, onClosed).catch((error: unknown) => {
      throw error instanceof DOMException && error.name === 'VersionError' ? new StoreTooNew({ cause: error }) : error
    }),
  )
  return {
    read: (work) => connection.run(STORES, 'readonly', (tx) => work(reader(tx))),
    write: (work) => connection.run(STORES, 'readwrite', (tx) => work(writer(tx)), { durability: 'strict' }),
    close: () => void connection.close(),
  }
}

function createFirst(db: IDBPDatabase<Schema>): void {
  const entries = db.createObjectStore('entries', { keyPath: 'seq' })
  entries.createIndex('id', 'id', { unique: true })
  entries.createIndex('touches', 'touches', { multiEntry: true })
  entries.createIndex('state', 'state')
  const fates = db.createObjectStore('fates', { keyPath: 'id' })
  fates.createIndex('seq', 'seq')
  fates.createIndex('settledAt', 'settledAt')
  fates.createIndex('settling', 'settling')
  db.createObjectStore('meta')
}

const whole = ({ settling: _, rememberedAt: __, ...fate }: StoredFate): Fate => fateFromStored(fate)
const bySeq = (entries: readonly OutboxEntry[]) => entries.map(entryFromStored).sort((a, b) => a.seq - b.seq)
const known = (entry: OutboxEntry | undefined) => entry && entryFromStored(entry)

function reader(tx: Tx<'readonly'> | Tx<'readwrite'>): StoreReader {
  // The two modes differ in their writers only, which are not used here.
  const entries = (tx as Tx<'readonly'>).objectStore('entries')
  const fates = (tx as Tx<'readonly'>).objectStore('fates')
  const meta = (tx as Tx<'readonly'>).objectStore('meta')
  return {
    entries: () => allOf(entries),
    entry: async (seq) => known(await entries.get(seq)),
    entryOf: async (id) => known(await entries.index('id').get(id)),
    // Of several keys alike an index answers the one of the lowest primary key.
    firstTouching: (key) => entries.index('touches').getKey(key),
    touching: async (key) => bySeq(await entries.index('touches').getAll(key)),
    inState: async (state) => bySeq(await entries.index('state').getAll(state)),
    fate: async (id) => {
      const fate = await fates.get(id)
      return fate && whole(fate)
    },
    fatesOf: async (seq) => (await fates.index('seq').getAll(seq)).map(whole),
    settling: async () => (await fates.index('settling').getAll(1)).map(whole),
    remembered: async (skip, limit) => {
      const found: Fate[] = []
      let cursor = await fates.index('rememberedAt').openCursor(null, 'prev')
      if (cursor && skip > 0) cursor = await cursor.advance(skip)
      for (; cursor && found.length < limit; cursor = await cursor.continue()) found.push(whole(cursor.value))
      return found
    },
    file: (id) => (tx as Tx<'readonly'>).objectStore('files').get(id),
    fileIds: () => (tx as Tx<'readonly'>).objectStore('files').getAllKeys(),
    fatesBefore: async (settledAt) =>
      (await fates.index('settledAt').getAll(IDBKeyRange.upperBound(settledAt, true))).map(whole),
    meta: async () => (await meta.get('meta')) ?? NEW,
  }
}

/** In parts, so that reading thousands of them makes no long task. */
async function allOf(store: IDBPObjectStore<Schema, StoreName[], 'entries'>): Promise<readonly OutboxEntry[]> {
  const all: OutboxEntry[] = []
  let part: readonly OutboxEntry[]
  do {
    const after = all.at(-1)?.seq
    part = await store.getAll(after === undefined ? null : IDBKeyRange.lowerBound(after, true), READ_AT_ONCE)
    all.push(...part.map(entryFromStored))
  } while (part.length === READ_AT_ONCE)
  return all
}

function writer(tx: Tx<'readwrite'>): StoreWriter {
  const entries = tx.objectStore('entries')
  const fates = tx.objectStore('fates')
  return {
    ...reader(tx),
    put: async (entry) => void (await entries.put(entry)),
    drop: (seq) => entries.delete(seq),
    putFate: async (fate) => void (await fates.put(indexed(fate))),
    dropFate: (id) => fates.delete(id),
    putFile: async (id, bytes) => void (await tx.objectStore('files').put(bytes, id)),
    dropFile: (id) => tx.objectStore('files').delete(id),
    putMeta: async (now) => void (await tx.objectStore('meta').put(now, 'meta')),
  }
}

function indexed(fate: Fate): StoredFate {
  return {
    ...fate,
    ...(fate.isSettling ? { settling: 1 } : {}),
    ...(fate.entry ? { rememberedAt: fate.settledAt } : {}),
  }
}
