import type { StoredTokens, StoredUser, Tokens, TokenVault } from '#src/session/tokens/token-vault.ts'

/** A vault in memory: what is kept, and the session that was ended last. */
export function fakeVault(): TokenVault & { kept: StoredTokens | null; last: string | null } {
  const vault = {
    kept: null as StoredTokens | null,
    last: null as string | null,
    save: async ({ access, refresh, isSplit }: Tokens) => {
      vault.kept = { ...vault.kept, access, refresh: isSplit ? null : refresh }
    },

    saveUser: async (person: StoredUser) => {
      if (vault.kept) vault.kept = { ...vault.kept, person }
    },
    find: async () => vault.kept,
    end: async (sid: string | null) => {
      vault.kept = null
      vault.last = sid ?? vault.last
    },
    ended: async () => vault.last,
  }
  return vault
}
