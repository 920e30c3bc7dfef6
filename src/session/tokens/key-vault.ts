import type { DBSchema } from 'idb'
import type { Connection } from '#src/browser/connection.ts'
import { deleteDatabase, type Layout } from '#src/browser/open-database.ts'
import type { SealKey } from '#src/seal/sealer.ts'
import { usingDatabase, withStorageTimeout } from '../storage-timeout.ts'

/**
 * The keys of a user on this device: the first one seals, the others only open. Empty when the page has no WebCrypto.
 */
export interface UserKeys {
  /** The user's id as text. */
  readonly user: string
  readonly keys: readonly SealKey[]
  /** The unique name of the sign-in that brought the keys; null when a continued session received them. */
  readonly signIn: string | null
}

/** The first half of the current session's refresh token, and its user's id as text. */
export interface RefreshHalf {
  readonly sub: string
  /** The server session; missing in rows of earlier versions. */
  readonly sid?: string | null
  readonly half: string
}

/**
 * Stores the keys and the half of the signed-in user only, and the own keys of any user. Every method rejects when the
 * browser has no storage.
 */
export interface KeyVault {
  find(): Promise<UserKeys | null>
  save(keys: UserKeys): Promise<void>
  /** Stored next to the keys, because it must disappear from the browser's files with them. */
  saveHalf(half: RefreshHalf): Promise<void>
  findHalf(): Promise<RefreshHalf | null>
  forget(): Promise<void>
  /** The key that this device created for a user of a host without device keys; null when it created none. */
  findOwn(user: string): Promise<SealKey | null>
  /** Stores such a key unless one exists; resolves with the stored key. */
  saveOwn(user: string, key: SealKey): Promise<SealKey>
}

interface KeysSchema extends DBSchema {
  keys: { key: 'here' | 'half'; value: UserKeys | RefreshHalf }
}
interface OwnKeysSchema extends DBSchema {
  keys: { key: string; value: SealKey }
}

/** The service worker also reads this database: `sw/current-key.ts`. */
const KEYS = 'haulyard-keys'
const OWN_KEYS = 'haulyard-own-keys'
const STRICT = { durability: 'strict' } as const

const KEYS_LAYOUT: Layout<KeysSchema> = { version: 1, upgrade: (db) => void db.createObjectStore('keys') }
const OWN_LAYOUT: Layout<OwnKeysSchema> = { version: 1, upgrade: (db) => void db.createObjectStore('keys') }

const usingKeys = <T>(work: (connection: Connection<KeysSchema>) => Promise<T>) =>
  usingDatabase(KEYS, KEYS_LAYOUT, work)
const usingOwnKeys = <T>(work: (connection: Connection<OwnKeysSchema>) => Promise<T>) =>
  usingDatabase(OWN_KEYS, OWN_LAYOUT, work)

/** Resolves when a database is deleted, or as soon as a sleeping tab blocks the deletion. */
const deleteOrLeave = (name: string) =>
  new Promise<void>((resolve, reject) => {
    deleteDatabase(name, resolve).then(resolve, reject)
  })

/** Deletes the rows immediately, then their bytes from the browser's files, then the database. */
async function forgetKeys(): Promise<void> {
  try {
    await usingKeys((db) => db.run(['keys'], 'readwrite', (tx) => tx.objectStore('keys').clear(), STRICT))
  } finally {
    // Without this chunk the browser rewrites its files sooner or later on its own.
    const loaded = await import('../rewrite-storage-files.ts').catch(() => null)
    await loaded?.rewriteStorageFiles()
    await deleteOrLeave(KEYS)
    await loaded?.rewriteStorageFiles()
  }
}
/** The deletion in progress: new keys are stored after it. */
let deletion: Promise<void> | null = null

const getRow = (name: 'here' | 'half') =>
  usingKeys((db) => db.run(['keys'], 'readonly', (tx) => tx.objectStore('keys').get(name)))

async function putRow(row: UserKeys | RefreshHalf, name: 'here' | 'half'): Promise<void> {
  if (deletion) await withStorageTimeout(deletion).catch(() => undefined)
  await usingKeys((db) =>
    db.run(['keys'], 'readwrite', async (tx) => void (await tx.objectStore('keys').put(row, name)), STRICT),
  )
}

export const indexedDbKeyVault: KeyVault = {
  async find() {
    const row = await getRow('here')
    return row && 'keys' in row ? row : null
  },
  save: (keys) => putRow(keys, 'here'),
  saveHalf: (half) => putRow(half, 'half'),
  async findHalf() {
    const row = await getRow('half')
    return row && 'half' in row ? row : null
  },
  forget() {
    const own = forgetKeys().finally(() => {
      if (deletion === own) deletion = null
    })
    deletion = own
    return withStorageTimeout(own)
  },
  findOwn: (user) =>
    usingOwnKeys(async (db) => (await db.run(['keys'], 'readonly', (tx) => tx.objectStore('keys').get(user))) ?? null),
  saveOwn: (user, key) =>
    usingOwnKeys((db) =>
      db.run(
        ['keys'],
        'readwrite',
        async (tx) => {
          const stored = await tx.objectStore('keys').get(user)
          if (stored === undefined) await tx.objectStore('keys').put(key, user)
          return stored ?? key
        },
        STRICT,
      ),
    ),
}
