import type { StoredTokens, StoredUser, Tokens, TokenVault } from '#src/session/tokens/token-vault.ts'

/** A token vault in memory. `tokens`: the stored tokens. `lastEnded`: the id of the session that ended last. */
export function fakeVault(): TokenVault & { tokens: StoredTokens | null; lastEnded: string | null } {
  const vault = {
    tokens: null as StoredTokens | null,
    lastEnded: null as string | null,
    save: async ({ access, refresh, isSplit }: Tokens) => {
      vault.tokens = { ...vault.tokens, access, refresh: isSplit ? null : refresh }
    },

    saveUser: async (person: StoredUser) => {
      if (vault.tokens) vault.tokens = { ...vault.tokens, person }
    },
    find: async () => vault.tokens,
    end: async (sid: string | null) => {
      vault.tokens = null
      vault.lastEnded = sid ?? vault.lastEnded
    },
    ended: async () => vault.lastEnded,
  }
  return vault
}
