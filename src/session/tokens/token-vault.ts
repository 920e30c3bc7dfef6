import type { DBSchema } from 'idb'
import type { Connection } from '#src/browser/connection.ts'
import type { Layout } from '#src/browser/open-database.ts'
import type { Sealed } from '#src/seal/sealer.ts'
import { usingDatabase } from '../storage-timeout.ts'
import { claimsOf } from './token-claims.ts'

export interface Tokens {
  readonly access: string
  /** The whole refresh token, or its first half. */
  readonly refresh: string
  /** True when the host keeps the second half in a cookie that no script can read. */
  readonly isSplit: boolean
}

/** The remembered user and the time of the server's response, sealed for that user. */
export interface StoredUser {
  readonly sealed: Sealed
}
export interface StoredTokens {
  readonly access: string
  /** Null when the token is split. */
  readonly refresh: string | null
  /** Older versions of the app stored this unencrypted: an unsealed value is not trusted. */
  readonly person?: StoredUser
}

/**
 * A copy of remembered tokens that survives a crash. Chromium writes cookies to disk only every 30 s (measured):
 * without the copy, a tablet that loses power after a sign-in would start signed out, and after a sign-out it would
 * start signed in.
 */
export interface TokenVault {
  save(tokens: Tokens): Promise<void>
  /** Stores the user of the stored tokens; does nothing without stored tokens. */
  saveUser(person: StoredUser): Promise<void>
  /** The stored tokens, or null. */
  find(): Promise<StoredTokens | null>
  /** Deletes the tokens, and notes that this device ended the server session `sid`; null: no note. */
  end(sid: string | null): Promise<void>
  /** The last server session that this device ended, or null. */
  ended(): Promise<string | null>
}

interface VaultSchema extends DBSchema {
  tokens: { key: 'remembered'; value: StoredTokens }
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

const usingVault = <T>(work: (vault: Connection<VaultSchema>) => Promise<T>) =>
  usingDatabase('haulyard-session', LAYOUT, work)

/** Stores the result of `change`, unless it is undefined. */
export function updateTokens(change: (before: StoredTokens | undefined) => StoredTokens | undefined): Promise<void> {
  return usingVault((vault) =>
    vault.run(
      ['tokens'],
      'readwrite',
      async (tx) => {
        const tokens = tx.objectStore('tokens')
        const next = change(await tokens.get('remembered'))
        if (next) await tokens.put(next, 'remembered')
      },
      DURABLE,
    ),
  )
}

/** The vault in IndexedDB. It rejects when the browser has no storage: only the cookies remain then. */
export const indexedDbVault: TokenVault = {
  save: ({ access, refresh, isSplit }) =>
    updateTokens((before) => {
      const person = claimsOf(before?.access ?? null)?.sub === claimsOf(access)?.sub ? before?.person : undefined
      return { access, refresh: isSplit ? null : refresh, ...(person && { person }) }
    }),
  saveUser: (person) => updateTokens((before) => before && { ...before, person }),
  find: () =>
    usingVault(
      async (vault) =>
        (await vault.run(['tokens'], 'readonly', (tx) => tx.objectStore('tokens').get('remembered'))) ?? null,
    ),
  end: (sid) =>
    usingVault((vault) =>
      vault.run(
        ['tokens', 'ended'],
        'readwrite',
        async (tx) => {
          const endNoted = sid === null ? undefined : tx.objectStore('ended').put(sid, 'last')
          await Promise.all([tx.objectStore('tokens').delete('remembered'), endNoted])
        },
        DURABLE,
      ),
    ),
  ended: () =>
    usingVault(
      async (vault) => (await vault.run(['ended'], 'readonly', (tx) => tx.objectStore('ended').get('last'))) ?? null,
    ),
}
