import type { CurrentKey, KeyFinder } from '#sw/current-key.ts'
import { aSealer } from './a-sealer.ts'

/** A person who is signed in, with a key of their own. */
export async function aKeyHere(user: string, number = Number(user)): Promise<CurrentKey> {
  return { user, sealer: await aSealer(number) }
}

/** What the worker finds where `here` is signed in. */
export function keysOf(here: () => CurrentKey | null): Pick<KeyFinder, 'find'> {
  return {
    find: async (user) => {
      const key = here()
      return user === undefined || key?.user === user ? key : null
    },
  }
}
