import type { SealKey } from '#src/seal/sealer.ts'
import type { KeyVault, RefreshHalf, UserKeys } from '#src/session/tokens/key-vault.ts'

/** A key vault in memory. `userKeys`: the stored keys. `half`: the stored first half of a refresh token. */
export function fakeKeyVault(): KeyVault & { userKeys: UserKeys | null; half: RefreshHalf | null } {
  const ownKeys = new Map<string, SealKey>()
  const vault = {
    userKeys: null as UserKeys | null,
    half: null as RefreshHalf | null,
    saveHalf: async (half: RefreshHalf) => {
      vault.half = half
    },
    findHalf: async () => vault.half,
    find: async () => vault.userKeys,
    save: async (keys: UserKeys) => {
      vault.userKeys = keys
    },
    forget: async () => {
      vault.userKeys = null
      vault.half = null
    },
    findOwn: async (user: string) => ownKeys.get(user) ?? null,
    saveOwn: async (user: string, key: SealKey) => {
      if (!ownKeys.has(user)) ownKeys.set(user, key)
      return ownKeys.get(user) ?? key
    },
  }
  return vault
}
