import type { DBSchema } from 'idb'
import { type Connection, connectionTo } from '#src/browser/connection.ts'
import type { Layout } from '#src/browser/open-database.ts'

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

const LAYOUT: Layout<VaultSchema> = {
  version: 1,
  upgrade(db) {
    db.createObjectStore('tokens')
    db.createObjectStore('ended')
  },
}
const DURABLE = { durability: 'strict' } as const

/** It is open only while it is used: seldom, and never in the way of another tab. */
async function using<T>(work: (vault: Connection<VaultSchema>) => Promise<T>): Promise<T> {
  const vault = connectionTo('haulyard-session', LAYOUT)
  try {
    return await work(vault)
  } finally {
    void vault.close()
  }
}

/** The vault in IndexedDB. It rejects where the browser has no storage: the cookies then stand alone. */
export const indexedDbVault: TokenVault = {
  keep: ({ access, refresh }) =>
    using((vault) =>
      vault.run(
        ['tokens'],
        'readwrite',
        async (tx) => void (await tx.objectStore('tokens').put({ access, refresh }, 'remembered')),
        DURABLE,
      ),
    ),
  find: () =>
    using(
      async (vault) =>
        (await vault.run(['tokens'], 'readonly', (tx) => tx.objectStore('tokens').get('remembered'))) ?? null,
    ),
  end: (sid) =>
    using((vault) =>
      vault.run(
        ['tokens', 'ended'],
        'readwrite',
        async (tx) => {
          const noted = sid === null ? undefined : tx.objectStore('ended').put(sid, 'last')
          await Promise.all([tx.objectStore('tokens').delete('remembered'), noted])
        },
        DURABLE,
      ),
    ),
  ended: () =>
    using(
      async (vault) => (await vault.run(['ended'], 'readonly', (tx) => tx.objectStore('ended').get('last'))) ?? null,
    ),
}
