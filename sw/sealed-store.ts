import { aboutOf } from '../src/seal/sealer.ts'
import type { KeyHere } from './key-here.ts'
import { forgetPerson, STORED } from './person-caches.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'

export interface SealedStoreParts {
  readonly kind: keyof typeof STORED
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete' | 'keys'>
  /** So many answers a person; the longest unused go first. */
  readonly most: number
  /** How often those beyond are looked for: each so many that are stored. */
  readonly every: number
}

/** Answers of the server, apart for each person and sealed under their key, by where they come from. */
export function sealedStore({ kind, caches, most, every }: SealedStoreParts) {
  /** Rises with each purge: an answer that was asked for before a purge must not be stored after it. */
  let purges = 0
  let stored = 0
  const nameOf = (user: string) => STORED[kind] + user

  return {
    /** Called when something is asked for; answers whether there was no purge since. */
    asking(): () => boolean {
      const before = purges
      return () => before === purges
    },

    has: (user: string): Promise<boolean> => caches.has(nameOf(user)),

    /** Null when it is not there. What does not open is not, and goes. */
    async find({ user, sealer }: KeyHere, from: string): Promise<Response | null> {
      // Opening would make it anew, and a purged person's name would stand on the device again.
      if (!(await caches.has(nameOf(user)))) return null
      const cache = await caches.open(nameOf(user))
      const found = await cache.match(from)
      const opened = found ? await openAnswer(sealer, found, aboutOf(kind, user, from)) : null
      if (found && !opened) await cache.delete(from)
      return opened
    },

    async put({ user, sealer }: KeyHere, from: string, answer: Response, isStillWanted: () => boolean): Promise<void> {
      const sealed = await sealAnswer(sealer, answer, aboutOf(kind, user, from))
      if (!isStillWanted()) return
      const cache = await caches.open(nameOf(user))
      // By its address alone: with the request its token would be stored too.
      await cache.put(from, sealed)
      if (!isStillWanted()) await caches.delete(nameOf(user))
      stored += 1
      if ((stored - 1) % every !== 0) return
      // `keys()` answers in the order of storing.
      const all = await cache.keys()
      await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((one) => cache.delete(one)))
    },

    /** Forgets everything stored for a person, answers still on their way included. */
    async purge(user: string): Promise<void> {
      purges += 1
      await forgetPerson(caches, kind, user)
    },
  }
}
