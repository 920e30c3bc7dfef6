import type { KeyHere, KeysHere } from '#sw/key-here.ts'
import { aSealer } from './a-sealer.ts'

/** A person who is signed in, with a key of their own. */
export async function aKeyHere(user: string, number = Number(user)): Promise<KeyHere> {
  return { user, sealer: await aSealer(number) }
}

/** What the worker finds where `here` is signed in. */
export function keysOf(here: () => KeyHere | null): Pick<KeysHere, 'find'> {
  return {
    find: async (user) => {
      const key = here()
      return user === undefined || key?.user === user ? key : null
    },
  }
}
