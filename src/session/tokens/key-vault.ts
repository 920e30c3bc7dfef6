import type { DBSchema } from 'idb'
import type { Connection } from '#src/browser/connection.ts'
import { deleteDatabase, type Layout } from '#src/browser/open-database.ts'
import type { SealKey } from '#src/seal/sealer.ts'
import { patient, usingDatabase } from '../patient.ts'

/** The keys of a user on this device: the first one seals, the others only open. None where the page has no WebCrypto. */
export interface UserKeys {
  /** The user's id as text. */
  readonly user: string
  readonly keys: readonly SealKey[]
  /** The sign-in that brought them, a name of its own; null where a session that went on was given them. */
  readonly signIn: string | null
}

/** The first half of the refresh token of the session of this moment, and its user's id as text. */
export interface KeptHalf {
  readonly sub: string
  /** Which session of the server; missing in what earlier versions kept. */
  readonly sid?: string | null
  readonly half: string
}

/** Keeps the keys and the half of the signed-in user, and of no one else. Every method rejects when the browser gives no storage. */
export interface KeyVault {
  find(): Promise<UserKeys | null>
  keep(keys: UserKeys): Promise<void>
  /** Beside the keys, because it must leave the browser's files with them. */
  keepHalf(half: KeptHalf): Promise<void>
  findHalf(): Promise<KeptHalf | null>
  forget(): Promise<void>
  /** The key that this device has made for a user of a host that gives none; null when it has made none. */
  findOwn(user: string): Promise<SealKey | null>
  /** Keeps such a key, unless there is one by now; answers the one that counts. */
  keepOwn(user: string, key: SealKey): Promise<SealKey>
}

interface KeysSchema extends DBSchema {
  keys: { key: 'here' | 'half'; value: UserKeys | KeptHalf }
}
interface OwnKeysSchema extends DBSchema {
  keys: { key: string; value: SealKey }
}

/** The service worker reads it too: `sw/key-here.ts`. */
const KEYS = 'haulyard-keys'
const OWN_KEYS = 'haulyard-own-keys'
const STRICT = { durability: 'strict' } as const

const KEYS_LAYOUT: Layout<KeysSchema> = { version: 1, upgrade: (db) => void db.createObjectStore('keys') }
const OWN_LAYOUT: Layout<OwnKeysSchema> = { version: 1, upgrade: (db) => void db.createObjectStore('keys') }

const usingKeys = <T>(work: (connection: Connection<KeysSchema>) => Promise<T>) =>
  usingDatabase(KEYS, KEYS_LAYOUT, work)
const usingOwn = <T>(work: (connection: Connection<OwnKeysSchema>) => Promise<T>) =>
  usingDatabase(OWN_KEYS, OWN_LAYOUT, work)

/** Resolves when a database is gone, or as soon as a tab that sleeps holds it up. */
const drop = (name: string) =>
  new Promise<void>((resolve, reject) => {
    deleteDatabase(name, resolve).then(resolve, reject)
  })

/** The row at once; then its bytes out of the browser's files, and its database. */
async function forgetKeys(): Promise<void> {
  try {
    await usingKeys((db) => db.run(['keys'], 'readwrite', (tx) => tx.objectStore('keys').clear(), STRICT))
  } finally {
    // Where its part can't be had, the browser writes its files anew sooner or later.
    const loaded = await import('../write-files-anew.ts').catch(() => null)
    await loaded?.writeFilesAnew()
    await drop(KEYS)
    await loaded?.writeFilesAnew()
  }
}
/** Keys that come while the former ones go are kept after that. */
let going: Promise<void> | null = null

const getRow = (name: 'here' | 'half') =>
  usingKeys((db) => db.run(['keys'], 'readonly', (tx) => tx.objectStore('keys').get(name)))

async function putRow(row: UserKeys | KeptHalf, name: 'here' | 'half'): Promise<void> {
  if (going) await patient(going).catch(() => undefined)
  await usingKeys((db) =>
    db.run(['keys'], 'readwrite', async (tx) => void (await tx.objectStore('keys').put(row, name)), STRICT),
  )
}

export const indexedDbKeyVault: KeyVault = {
  async find() {
    const row = await getRow('here')
    return row && 'keys' in row ? row : null
  },
  keep: (keys) => putRow(keys, 'here'),
  keepHalf: (half) => putRow(half, 'half'),
  async findHalf() {
    const row = await getRow('half')
    return row && 'half' in row ? row : null
  },
  forget() {
    const own = forgetKeys().finally(() => {
      if (going === own) going = null
    })
    going = own
    return patient(own)
  },
  findOwn: (user) =>
    usingOwn(async (db) => (await db.run(['keys'], 'readonly', (tx) => tx.objectStore('keys').get(user))) ?? null),
  keepOwn: (user, key) =>
    usingOwn((db) =>
      db.run(
        ['keys'],
        'readwrite',
        async (tx) => {
          const kept = await tx.objectStore('keys').get(user)
          if (kept === undefined) await tx.objectStore('keys').put(key, user)
          return kept ?? key
        },
        STRICT,
      ),
    ),
}
