import { type DBSchema, openDB } from 'idb'

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

/**
 * A copy of remembered tokens that survives a crash. Chromium writes cookies to disk only every 30 s (measured), so a
 * tablet that loses power after a sign-in would come back signed out, and one after a sign-out would come back signed in.
 */
export interface TokenVault {
  keep(tokens: Tokens): Promise<void>
  /** The kept tokens, or null. */
  find(): Promise<Tokens | null>
  /** Forgets the tokens, and notes the server session `sid` as ended by this device. */
  end(sid: string | null): Promise<void>
  /** The server session that was ended last, or null. */
  ended(): Promise<string | null>
}

interface VaultSchema extends DBSchema {
  tokens: { key: 'remembered'; value: Tokens }
  ended: { key: 'last'; value: string }
}

const open = () =>
  openDB<VaultSchema>('haulyard-session', 1, {
    upgrade(db) {
      db.createObjectStore('tokens')
      db.createObjectStore('ended')
    },
  })

async function using<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const db = await open()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** The vault in IndexedDB. It rejects where the browser has no storage: the cookies then stand alone. */
export const indexedDbVault: TokenVault = {
  keep: (tokens) =>
    using(async (db) => {
      const tx = db.transaction('tokens', 'readwrite', { durability: 'strict' })
      await Promise.all([tx.store.put({ access: tokens.access, refresh: tokens.refresh }, 'remembered'), tx.done])
    }),
  find: () => using(async (db) => (await db.get('tokens', 'remembered')) ?? null),
  end: (sid) =>
    using(async (db) => {
      const tx = db.transaction(['tokens', 'ended'], 'readwrite', { durability: 'strict' })
      const noted = sid === null ? Promise.resolve() : tx.objectStore('ended').put(sid, 'last')
      await Promise.all([tx.objectStore('tokens').delete('remembered'), noted, tx.done])
    }),
  ended: () => using(async (db) => (await db.get('ended', 'last')) ?? null),
}
