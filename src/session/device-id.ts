import type { DBSchema } from 'idb'
import { inTime } from '#src/browser/in-time.ts'
import type { Layout } from '#src/browser/open-database.ts'
import { holdLock } from '#src/browser/web-lock.ts'
import { usingDatabase } from './patient.ts'
import { readItem, writeItem } from './web-storage.ts'

/**
 * The name of this browser, a UUID: keys are derived from it, so it must outlast the loss of any one kind of storage. It is
 * no secret, and says nothing of a person.
 */
interface Place {
  read(): Promise<string | null>
  write(id: string): Promise<void>
}

interface Schema extends DBSchema {
  device: { key: 'id'; value: string }
}
const NAME = 'haulyard-device'
const ITEM = 'haulyard:device'
const URL_OF_COPY = '/device-id'
/** As long as databases are waited for, in milliseconds. */
const MAX_MS = 5_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const STRICT = { durability: 'strict' } as const
const LAYOUT: Layout<Schema> = { version: 1, upgrade: (db) => void db.createObjectStore('device') }

const inLocalStorage: Place = {
  read: () => Promise.resolve(readItem('local', ITEM)),
  write: (id) => Promise.resolve(void writeItem('local', ITEM, id)),
}
const inDatabase: Place = {
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
const inCopies = async <T>(work: (copies: Cache) => Promise<T>) => inTime(caches.open(NAME).then(work), MAX_MS)
const inCache: Place = {
  read: () => inCopies(async (copies) => (await copies.match(URL_OF_COPY))?.text() ?? null),
  write: (id) => inCopies((copies) => copies.put(URL_OF_COPY, new Response(id))),
}

/** The id that most places have, of those that are none alike the first one; null when none has one. */
function agreed(found: readonly (string | null)[]): string | null {
  const ids = found.filter((id) => id !== null && UUID.test(id))
  const votes = (id: string | null) => ids.filter((one) => one === id).length
  return ids.reduce<string | null>((best, id) => (votes(id) > votes(best) ? id : best), null)
}

let known: Promise<string> | null = null

async function findOrMake(): Promise<string> {
  const places = [inLocalStorage, inDatabase, inCache]
  // A place that the browser does not give, or that does not answer, says nothing and keeps nothing.
  const found = await Promise.all(places.map((place) => place.read().catch(() => undefined)))
  const id = agreed(found.map((one) => one ?? null)) ?? crypto.randomUUID()
  const lacking = places.filter((_, at) => found[at] !== undefined && found[at] !== id)
  await Promise.all(lacking.map((place) => place.write(id).catch(() => undefined)))
  return id
}

/**
 * The id of this browser, made at its first sign-in. One tab looks for it at a time: two that made one each would have the
 * same user's stores sealed under two keys. Needs a secure context.
 */
export function deviceId(): Promise<string> {
  known ??= holdLock(navigator.locks, NAME, 'exclusive', findOrMake).catch((error: unknown) => {
    // Not for good: the next call looks again.
    known = null
    throw error
  })
  return known
}
