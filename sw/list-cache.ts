import type { KeysHere } from './key-here.ts'
import { isProven } from './origin.ts'
import { sealedStore } from './sealed-store.ts'
import { tokenSubject } from './token-subject.ts'

/** How long a list may hang before the stored answer is given, in milliseconds: a hanging network is worse than none. */
const PATIENCE = 3000
const MAX_ENTRIES = 60

export interface ListCacheParts {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete' | 'keys'>
  readonly fetch: (request: Request) => Promise<Response>
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly after: (milliseconds: number) => Promise<void>
  readonly keys: Pick<KeysHere, 'find'>
}

export interface ListAnswer {
  readonly response: Promise<Response>
  /** Resolves when the network's answer has been stored, however late: for `event.waitUntil`. */
  readonly settled: Promise<void>
}

/**
 * What the network said; the stored answer where that bears no proof of its origin: it is a gateway's then, for only what
 * bears one was stored. At a host that proves nothing nothing is, and the page judges what came.
 */
async function unlessForeign(said: Response, stored: () => Promise<Response | null>): Promise<Response> {
  return (isProven(said) ? null : await stored().catch(() => null)) ?? said
}

/**
 * Stored lists, apart for each person and sealed under their key, so that nobody is ever answered with what another one may
 * see. Without the key of who asks nothing is stored, and the network alone answers.
 */
export function createListCache({ caches, fetch, now, after, keys }: ListCacheParts) {
  const store = sealedStore({ kind: 'lists', caches, most: MAX_ENTRIES, every: 1 })

  async function keep(subject: string, url: string, response: Response, isStillWanted: () => boolean): Promise<void> {
    // Also no 304: that is the page's own matter, which has the answer.
    if (response.status !== 200 || !isProven(response) || !response.headers.get('content-type')?.includes('json'))
      return
    const headers = new Headers(response.headers)
    headers.set('x-sw-stored-at', String(now()))
    const copy = new Response(await response.clone().blob(), { headers })
    const key = await keys.find(subject)
    if (key) await store.put(key, url, copy, isStillWanted)
  }

  /** The stored answer to a call of the person who is here, marked as such; null when there is none. */
  async function kept(subject: string, url: string): Promise<Response | null> {
    const key = await keys.find(subject)
    const found = key && (await store.find(key, url))
    found?.headers.set('x-sw-source', 'cache')
    return found
  }

  return {
    /**
     * The network's answer; the stored one of the same person when the network fails or takes over three seconds, unless
     * the request is of cache mode `no-cache`.
     */
    answer(request: Request): ListAnswer {
      const subject = tokenSubject(request.headers.get('authorization'))
      // The browser's own cache asks the server first, whatever it keeps: a gateway's 410 would stay there for ever. Where the
      // page says itself what it has, that cache has no part in it: it would answer for the server.
      const cache = request.headers.has('if-none-match') ? 'no-store' : 'no-cache'
      const answered = fetch(new Request(request, { cache }))
      if (subject === null) return { response: answered, settled: Promise.resolve() }
      const isStillWanted = store.asking()
      const stored = () => kept(subject, request.url)
      // Storing may fail (a full disk): the answer itself is not touched by that.
      const settled = answered
        .then((response) => keep(subject, request.url, response, isStillWanted))
        .catch(() => undefined)
      // So the app says that only the server's own word will do, however late it is.
      if (request.cache === 'no-cache') return { response: answered, settled }
      const network = answered.then((said) => unlessForeign(said, stored))
      // A storage that fails has nothing to offer: then the network is waited for.
      const slow = after(PATIENCE)
        .then(stored)
        .catch(() => null)
      const response = Promise.race([network, slow])
        .then((first) => first ?? network)
        .catch(async (failure: unknown) => {
          const found = await stored().catch(() => null)
          if (found) return found
          throw failure
        })
      return { response, settled }
    },

    /** Forgets everything stored for a person (`sub` of the token), answers still on their way included. */
    purge: (subject: string): Promise<void> => store.purge(subject),
  }
}
