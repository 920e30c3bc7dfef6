import type { SealKey } from '#src/seal/sealer.ts'
import type { KeyVault, UserKeys } from '#src/session/key-vault.ts'

/** The keys of a device in memory. */
export function fakeKeyVault(): KeyVault & { kept: UserKeys | null } {
  const own = new Map<string, SealKey>()
  const vault = {
    kept: null as UserKeys | null,
    find: async () => vault.kept,
    keep: async (keys: UserKeys) => {
      vault.kept = keys
    },
    forget: async () => {
      vault.kept = null
    },
    findOwn: async (user: string) => own.get(user) ?? null,
    keepOwn: async (user: string, key: SealKey) => {
      if (!own.has(user)) own.set(user, key)
      return own.get(user) ?? key
    },
  }
  return vault
}
