import { type Sealer, type SealKey, sealerWith } from '../src/seal/sealer.ts'

/** The database in which pages store the keys of the signed-in user, until sign-out. */
const DATABASE = 'haulyard-keys'
const STORE = 'keys'
const HERE = 'here'
/** How long a found key is reused, in milliseconds: one list requests fifty photos at the same time. */
const REMEMBERED_MS = 3000
/** How long the database may take to respond, in milliseconds: some browsers never respond after a crash. */
const MAX_MS = 2000

/** The signed-in user's id, and the sealer for that user's lists and photos. */
export interface CurrentKey {
  readonly user: string
  readonly sealer: Sealer
}

export interface KeyFinderParts {
  readonly indexedDB: Pick<IDBFactory, 'open'>
  readonly now: () => number
  /** Resolves after `milliseconds`. */
  readonly after: (milliseconds: number) => Promise<void>
}

export interface KeyFinder {
  /**
   * The key of the signed-in user, or of `user` if that user is signed in; null otherwise and on failure. Never
   * rejects.
   */
  readonly find: (user?: string) => Promise<CurrentKey | null>
  /** Drops the remembered key, and the result of a read in progress. */
  readonly forget: () => void
}

/** Reads the signed-in user's key from the pages' database, which this never creates and never keeps open. */
export function createKeyFinder({ indexedDB, now, after }: KeyFinderParts): KeyFinder {
  let lastFound: { readonly key: CurrentKey; readonly at: number } | null = null
  let forgetCount = 0

  async function readFresh(): Promise<CurrentKey | null> {
    const before = forgetCount
    const late = after(MAX_MS).then(() => null)
    const key = await Promise.race([read(indexedDB).catch(() => null), late])
    if (key !== null && before === forgetCount) lastFound = { key, at: now() }
    return before === forgetCount ? key : null
  }

  return {
    async find(user) {
      const isFresh =
        lastFound !== null &&
        now() - lastFound.at < REMEMBERED_MS &&
        (user ?? lastFound.key.user) === lastFound.key.user
      const key = lastFound !== null && isFresh ? lastFound.key : await readFresh()
      return user === undefined || key?.user === user ? key : null
    },
    forget() {
      forgetCount += 1
      lastFound = null
    },
  }
}

async function read(indexedDB: KeyFinderParts['indexedDB']): Promise<CurrentKey | null> {
  const opening = indexedDB.open(DATABASE)
  // The database does not exist: the abort prevents its creation.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await resultOf(opening)
  // A page deletes the database at sign-out, and must not have to wait.
  db.onversionchange = () => db.close()
  try {
    return parseKeyRow(await resultOf(db.transaction(STORE, 'readonly').objectStore(STORE).get(HERE)))
  } finally {
    db.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const isKey = (one: unknown): one is SealKey =>
  typeof one === 'object' &&
  one !== null &&
  'id' in one &&
  typeof one.id === 'string' &&
  'key' in one &&
  one.key instanceof CryptoKey

/** The key in a database row; null for a row that no page has written. */
function parseKeyRow(row: unknown): CurrentKey | null {
  if (typeof row !== 'object' || row === null || !('user' in row && 'keys' in row)) return null
  const [own, ...former] = Array.isArray(row.keys) ? row.keys.filter(isKey) : []
  return typeof row.user === 'string' && own ? { user: row.user, sealer: sealerWith([own, ...former]) } : null
}
