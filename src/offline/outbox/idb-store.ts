import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { Fate, OutboxEntry } from './entry.ts'
import { databaseName } from './names.ts'
import type { Meta, Store, StoreReader, StoreWriter } from './ports.ts'

interface Schema extends DBSchema {
  entries: { key: number; value: OutboxEntry; indexes: { id: string; touches: string; state: string } }
  fates: { key: string; value: StoredFate; indexes: { seq: number; settledAt: number; settling: number } }
  meta: { key: 'meta'; value: Meta }
}
/** `settling` is there for the index alone: set while the fate carries its entry. */
type StoredFate = Fate & { readonly settling?: 1 }
type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, ('entries' | 'fates' | 'meta')[], Mode>

const STORES: ('entries' | 'fates' | 'meta')[] = ['entries', 'fates', 'meta']
const NEW: Meta = { nextSeq: 1, device: null, loss: null }

/** The outbox in IndexedDB, a database a user. Opens when first used, and anew when the browser has closed it. */
export function idbStore(user: string): Store {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const forget = () => {
    opened = null
  }
  const open = () => {
    opened ??= openDatabase(databaseName(user), forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
  return {
    async read(work) {
      const tx = (await open()).transaction(STORES, 'readonly')
      const [result] = await Promise.all([work(reader(tx)), tx.done])
      return result
    },
    async write(work) {
      const tx = (await open()).transaction(STORES, 'readwrite', { durability: 'strict' })
      // Watched from the start: an abort would otherwise be an unhandled rejection while `work` runs.
      const done = tx.done
      done.catch(() => undefined)
      const result = await work(writer(tx)).catch((error: unknown) => {
        abort(tx)
        throw error
      })
      await done
      return result
    },
    close() {
      void opened?.then((db) => db.close())
      forget()
    },
  }
}

function openDatabase(name: string, forget: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 1, {
    upgrade(db) {
      const entries = db.createObjectStore('entries', { keyPath: 'seq' })
      entries.createIndex('id', 'id', { unique: true })
      entries.createIndex('touches', 'touches', { multiEntry: true })
      entries.createIndex('state', 'state')
      const fates = db.createObjectStore('fates', { keyPath: 'id' })
      fates.createIndex('seq', 'seq')
      fates.createIndex('settledAt', 'settledAt')
      fates.createIndex('settling', 'settling')
      db.createObjectStore('meta')
    },
    // A newer version of the app in another tab must not wait for this one.
    blocking(_current, _blocked, event) {
      forget()
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: forget,
  })
}

/** It may have aborted by itself (a full disk); then there is nothing left to abort. */
function abort(tx: Tx<'readwrite'>): void {
  try {
    tx.abort()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

const whole = ({ settling: _, ...fate }: StoredFate): Fate => fate
const bySeq = (entries: readonly OutboxEntry[]) => [...entries].sort((a, b) => a.seq - b.seq)

function reader(tx: Tx<'readonly'> | Tx<'readwrite'>): StoreReader {
  // The two modes differ in their writers only, which are not used here.
  const entries = (tx as Tx<'readonly'>).objectStore('entries')
  const fates = (tx as Tx<'readonly'>).objectStore('fates')
  const meta = (tx as Tx<'readonly'>).objectStore('meta')
  return {
    entries: () => entries.getAll(),
    entry: (seq) => entries.get(seq),
    entryOf: (id) => entries.index('id').get(id),
    touching: async (key) => bySeq(await entries.index('touches').getAll(key)),
    inState: async (state) => bySeq(await entries.index('state').getAll(state)),
    fate: async (id) => {
      const fate = await fates.get(id)
      return fate && whole(fate)
    },
    fatesOf: async (seq) => (await fates.index('seq').getAll(seq)).map(whole),
    settling: async () => (await fates.index('settling').getAll(1)).map(whole),
    fatesBefore: async (settledAt) =>
      (await fates.index('settledAt').getAll(IDBKeyRange.upperBound(settledAt, true))).map(whole),
    meta: async () => (await meta.get('meta')) ?? NEW,
  }
}

function writer(tx: Tx<'readwrite'>): StoreWriter {
  const entries = tx.objectStore('entries')
  const fates = tx.objectStore('fates')
  return {
    ...reader(tx),
    put: async (entry) => void (await entries.put(entry)),
    drop: (seq) => entries.delete(seq),
    putFate: async (fate) => void (await fates.put(fate.entry ? { ...fate, settling: 1 } : fate)),
    dropFate: (id) => fates.delete(id),
    putMeta: async (now) => void (await tx.objectStore('meta').put(now, 'meta')),
  }
}
