import { CACHE_PREFIXES, keepNewest } from '../src/seal/sealed-caches.ts'
import { openResponse, sealResponse } from '../src/seal/sealed-response.ts'
import { aboutOf } from '../src/seal/sealer.ts'
import type { CurrentKey } from './current-key.ts'
import { deleteUserCaches } from './user-caches.ts'

export interface SealedStoreParts {
  readonly kind: keyof typeof CACHE_PREFIXES
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete' | 'keys'>
  /** The most responses for one user; the ones stored longest ago are deleted first. */
  readonly most: number
  /** Surplus responses are deleted once per this many stored responses. */
  readonly every: number
}

/** Server responses by address (`from`), separate for each user and sealed under the user's key. */
export function sealedStore({ kind, caches, most, every }: SealedStoreParts) {
  /** Counts purges: a response that was requested before a purge must not be stored after it. */
  let purges = 0
  let storedCount = 0
  const nameOf = (user: string) => CACHE_PREFIXES[kind] + user

  return {
    /** Call when a request starts. The returned function tells whether no purge has happened since. */
    startRequest(): () => boolean {
      const before = purges
      return () => before === purges
    },

    has: (user: string): Promise<boolean> => caches.has(nameOf(user)),

    /** Null when no response is stored. A response that does not open is deleted. */
    async find({ user, sealer }: CurrentKey, from: string): Promise<Response | null> {
      // `open` would create a missing cache, and a purged user's id would be on the device again.
      if (!(await caches.has(nameOf(user)))) return null
      const cache = await caches.open(nameOf(user))
      const stored = await cache.match(from)
      const opened = stored ? await openResponse(sealer, stored, aboutOf(kind, user, from)) : null
      if (stored && !opened) await cache.delete(from)
      return opened
    },

    async put(
      { user, sealer }: CurrentKey,
      from: string,
      answer: Response,
      isStillWanted: () => boolean,
    ): Promise<void> {
      const sealed = await sealResponse(sealer, answer, aboutOf(kind, user, from))
      if (!isStillWanted()) return
      const cache = await caches.open(nameOf(user))
      // The key is only the address: with the request, its token would be stored too.
      await cache.put(from, sealed)
      if (!isStillWanted()) await caches.delete(nameOf(user))
      storedCount += 1
      if ((storedCount - 1) % every === 0) await keepNewest(cache, most)
    },

    /** Deletes a user's stored responses, and keeps pending responses from being stored. */
    async purge(user: string): Promise<void> {
      purges += 1
      await deleteUserCaches(caches, kind, user)
    },
  }
}
