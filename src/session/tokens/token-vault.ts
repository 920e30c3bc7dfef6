import type { DBSchema } from 'idb'
import type { Connection } from '#src/browser/connection.ts'
import type { Layout } from '#src/browser/open-database.ts'
import type { Sealed } from '#src/seal/sealer.ts'
import { usingDatabase } from '../patient.ts'
import { claimsOf } from './token-claims.ts'

export interface Tokens {
  readonly access: string
  /** What this device has of it: all, or the first half. */
  readonly refresh: string
  /** The host keeps the second half in a cookie that no script can read. */
  readonly isSplit: boolean
}

/** Who is remembered, and when the server said so, sealed for that person. */
export interface KeptPerson {
  readonly sealed: Sealed
}
export interface KeptTokens {
  readonly access: string
  /** Null where it is split. */
  readonly refresh: string | null
  /** Older versions of the app kept it in clear: what is not sealed is not believed. */
  readonly person?: KeptPerson
}

/**
 * A copy of remembered tokens that survives a crash. Chromium writes cookies to disk only every 30 s (measured), so a
 * tablet that loses power after a sign-in would come back signed out, and one after a sign-out would come back signed in.
 */
export interface TokenVault {
  keep(tokens: Tokens): Promise<void>
  /** Keeps whose tokens these are; nothing where none are kept. */
  keepPerson(person: KeptPerson): Promise<void>
  /** What is kept, or null. */
  find(): Promise<KeptTokens | null>
  /** Forgets the tokens, and notes the server session `sid` as ended by this device. */
  end(sid: string | null): Promise<void>
  /** The server session that was ended last, or null. */
  ended(): Promise<string | null>
}

interface VaultSchema extends DBSchema {
  tokens: { key: 'remembered'; value: KeptTokens }
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

const using = <T>(work: (vault: Connection<VaultSchema>) => Promise<T>) =>
  usingDatabase('haulyard-session', LAYOUT, work)

/** Puts what `change` makes of what is kept, unless it makes nothing. */
function putTokens(change: (before: KeptTokens | undefined) => KeptTokens | undefined): Promise<void> {
  return using((vault) =>
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

/** The vault in IndexedDB. It rejects where the browser has no storage: the cookies then stand alone. */
export const indexedDbVault: TokenVault = {
  keep: ({ access, refresh, isSplit }) =>
    putTokens((before) => {
      const person = claimsOf(before?.access ?? null)?.sub === claimsOf(access)?.sub ? before?.person : undefined
      return { access, refresh: isSplit ? null : refresh, ...(person && { person }) }
    }),
  keepPerson: (person) => putTokens((before) => before && { ...before, person }),
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
