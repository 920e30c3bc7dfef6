import type { SealKey } from '#src/seal/sealer.ts'
import type { KeyVault, RefreshHalf, UserKeys } from '#src/session/tokens/key-vault.ts'

/** The keys of a device in memory. */
export function fakeKeyVault(): KeyVault & { kept: UserKeys | null; half: RefreshHalf | null } {
  const own = new Map<string, SealKey>()
  const vault = {
    kept: null as UserKeys | null,
    half: null as RefreshHalf | null,
    saveHalf: async (half: RefreshHalf) => {
      vault.half = half
    },
    findHalf: async () => vault.half,
    find: async () => vault.kept,
    save: async (keys: UserKeys) => {
      vault.kept = keys
    },
    forget: async () => {
      vault.kept = null
      vault.half = null
    },
    findOwn: async (user: string) => own.get(user) ?? null,
    saveOwn: async (user: string, key: SealKey) => {
      if (!own.has(user)) own.set(user, key)
      return own.get(user) ?? key
    },
  }
  return vault
}
