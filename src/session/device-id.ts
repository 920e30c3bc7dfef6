import type { DBSchema } from 'idb'
import type { Layout } from '#src/browser/open-database.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import { withTimeout } from '#src/browser/with-timeout.ts'
import { usingDatabase } from './storage-timeout.ts'
import { readItem, writeItem } from './web-storage.ts'

/**
 * One place that stores the id of this browser, a UUID. Keys are derived from the id, so it is stored in three kinds of
 * storage and survives the loss of any one of them. It is not secret and reveals nothing about the user.
 */
interface IdStore {
  read(): Promise<string | null>
  write(id: string): Promise<void>
}

interface Schema extends DBSchema {
  device: { key: 'id'; value: string }
}
const NAME = 'haulyard-device'
const ITEM = 'haulyard:device'
const CACHE_URL = '/device-id'
/** How long to wait for Cache Storage, in milliseconds: as long as for databases. */
const MAX_MS = 5_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const STRICT = { durability: 'strict' } as const
const LAYOUT: Layout<Schema> = { version: 1, upgrade: (db) => void db.createObjectStore('device') }

const inLocalStorage: IdStore = {
  read: () => Promise.resolve(readItem('local', ITEM)),
  write: (id) => Promise.resolve(void writeItem('local', ITEM, id)),
}
const inDatabase: IdStore = {
  read: () =>
    usingDatabase(
      NAME,
      LAYOUT,
      async (db) => (await db.run(['device'], 'readonly', (tx) => tx.objectStore('device').get('id'))) ?? null,
    ),
  write: (id) =>
    usingDatabase(NAME, LAYOUT, (db) =>
      db.run(['device'], 'readwrite', async (tx) => void (await tx.objectStore('device').put(id, 'id')), STRICT),
    ),
}
const inCacheStorage = async <T>(work: (copies: Cache) => Promise<T>) =>
  withTimeout(caches.open(NAME).then(work), MAX_MS)
const inCache: IdStore = {
  read: () => inCacheStorage(async (copies) => (await copies.match(CACHE_URL))?.text() ?? null),
  write: (id) => inCacheStorage((copies) => copies.put(CACHE_URL, new Response(id))),
}

/** The valid id that most places have, the first one on a tie; null when no place has a valid id. */
function mostCommonId(found: readonly (string | null)[]): string | null {
  const ids = found.filter((id) => id !== null && UUID.test(id))
  const votes = (id: string | null) => ids.filter((one) => one === id).length
  return ids.reduce<string | null>((best, id) => (votes(id) > votes(best) ? id : best), null)
}

let pendingId: Promise<string> | null = null

async function findOrCreate(): Promise<string> {
  const places = [inLocalStorage, inDatabase, inCache]
  // A place that is blocked or does not respond has no vote, and is not written.
  const readIds = await Promise.all(places.map((place) => place.read().catch(() => undefined)))
  const id = mostCommonId(readIds.map((one) => one ?? null)) ?? crypto.randomUUID()
  const outdated = places.filter((_, at) => readIds[at] !== undefined && readIds[at] !== id)
  await Promise.all(outdated.map((place) => place.write(id).catch(() => undefined)))
  return id
}

/**
 * The id of this browser, created at its first sign-in. A lock lets one tab look for it at a time: two tabs that each
 * created an id would seal the same user's stores under two keys. Needs a secure context.
 */
export function deviceId(): Promise<string> {
  pendingId ??= holdLock(navigator.locks, NAME, 'exclusive', findOrCreate).catch((error: unknown) => {
    // A failure is not cached: the next call looks again.
    pendingId = null
    throw error
  })
  return pendingId
}
