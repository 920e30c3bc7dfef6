import { type Sealer, type SealKey, sealerWith } from '../src/seal/sealer.ts'

/** The database in which a page keeps the keys of the person who is signed in, only as long as they are. */
const DATABASE = 'haulyard-keys'
const STORE = 'keys'
const HERE = 'here'
/** So long what was found counts, in milliseconds: a list brings fifty photos at once. */
const REMEMBERED_MS = 3000
/** So long a browser may take to answer: some never do after a crash. */
const MAX_MS = 2000

/** Whoever is signed in, and what seals their lists and photos. */
export interface KeyHere {
  readonly user: string
  readonly sealer: Sealer
}

export interface KeyHereParts {
  readonly indexedDB: Pick<IDBFactory, 'open'>
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly after: (milliseconds: number) => Promise<void>
}

export interface KeysHere {
  /** Who is signed in; null when nobody is, or it can't be told. `user`: who is wanted, if that is known. Never rejects. */
  readonly find: (user?: string) => Promise<KeyHere | null>
  /** What was found does not count any more. */
  readonly forget: () => void
}

/** The key of the person who is signed in, as it stands in the pages' database: it is neither made nor held open here. */
export function keysHere({ indexedDB, now, after }: KeyHereParts): KeysHere {
  let found: { readonly key: KeyHere; readonly at: number } | null = null
  let forgets = 0

  async function look(): Promise<KeyHere | null> {
    const before = forgets
    const late = after(MAX_MS).then(() => null)
    const key = await Promise.race([read(indexedDB).catch(() => null), late])
    if (key !== null && before === forgets) found = { key, at: now() }
    return before === forgets ? key : null
  }

  return {
    async find(user) {
      const isFresh = found !== null && now() - found.at < REMEMBERED_MS && (user ?? found.key.user) === found.key.user
      const key = found !== null && isFresh ? found.key : await look()
      return user === undefined || key?.user === user ? key : null
    },
    forget() {
      forgets += 1
      found = null
    },
  }
}

async function read(indexedDB: KeyHereParts['indexedDB']): Promise<KeyHere | null> {
  const opening = indexedDB.open(DATABASE)
  // It is not there, and must not be after this.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await answerOf(opening)
  // A page deletes it at the sign-out, and waits for nobody.
  db.onversionchange = () => db.close()
  try {
    return keyIn(await answerOf(db.transaction(STORE, 'readonly').objectStore(STORE).get(HERE)))
  } finally {
    db.close()
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
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

/** What a page has written there, if it is that. */
function keyIn(kept: unknown): KeyHere | null {
  if (typeof kept !== 'object' || kept === null || !('user' in kept && 'keys' in kept)) return null
  const [own, ...former] = Array.isArray(kept.keys) ? kept.keys.filter(isKey) : []
  return typeof kept.user === 'string' && own ? { user: kept.user, sealer: sealerWith([own, ...former]) } : null
}
