import type { CurrentKey, KeyFinder } from '#sw/current-key.ts'
import { aSealer } from './a-sealer.ts'

/** The key of the signed-in user. `number` selects the sealer. */
export async function aCurrentKey(user: string, number = Number(user)): Promise<CurrentKey> {
  return { user, sealer: await aSealer(number) }
}

/** The worker's key finder for a device on which this user is signed in. */
export function keyFinderFor(currentKey: () => CurrentKey | null): Pick<KeyFinder, 'find'> {
  return {
    find: async (user) => {
      const key = currentKey()
      return user === undefined || key?.user === user ? key : null
    },
  }
}
