import type { KeyFinder } from './current-key.ts'
import { isProven } from './origin.ts'
import { sealedStore } from './sealed-store.ts'
import { tokenSubject } from './token-subject.ts'

/** The wait before the stored response is returned, in milliseconds: a hanging network is worse than none. */
const PATIENCE = 3000
const MAX_ENTRIES = 60

export interface ListCacheParts {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete' | 'keys'>
  readonly fetch: (request: Request) => Promise<Response>
  readonly now: () => number
  /** Resolves after `milliseconds`. */
  readonly after: (milliseconds: number) => Promise<void>
  readonly keys: Pick<KeyFinder, 'find'>
}

export interface ListAnswer {
  readonly response: Promise<Response>
  /** Resolves when the network's response has been stored, however late: for `event.waitUntil`. */
  readonly settled: Promise<void>
}

/**
 * The network's response; without the proof header, the stored response if one exists. Only proven responses are
 * stored, so the host proves its responses and this one comes from a gateway. At a host without proof nothing is
 * stored, and the page decides about the response.
 */
async function storedIfForeign(response: Response, stored: () => Promise<Response | null>): Promise<Response> {
  return (isProven(response) ? null : await stored().catch(() => null)) ?? response
}

/**
 * Stored lists, separate for each user and sealed under the user's key, so that no user ever sees another user's data.
 * Without the key of the requesting user nothing is stored and only the network responds.
 */
export function createListCache({ caches, fetch, now, after, keys }: ListCacheParts) {
  const store = sealedStore({ kind: 'lists', caches, most: MAX_ENTRIES, every: 1 })

  async function save(subject: string, url: string, response: Response, isStillWanted: () => boolean): Promise<void> {
    // A 304 is not stored either: the page that sent the entity tag has the response.
    if (response.status !== 200 || !isProven(response) || !response.headers.get('content-type')?.includes('json'))
      return
    const headers = new Headers(response.headers)
    headers.set('x-sw-stored-at', String(now()))
    const copy = new Response(await response.clone().blob(), { headers })
    const key = await keys.find(subject)
    if (key) await store.put(key, url, copy, isStillWanted)
  }

  /** The signed-in user's stored response, marked with `x-sw-source: cache`; null when none is stored. */
  async function findStored(subject: string, url: string): Promise<Response | null> {
    const key = await keys.find(subject)
    const found = key && (await store.find(key, url))
    found?.headers.set('x-sw-source', 'cache')
    return found
  }

  return {
    /**
     * The network's response; the same user's stored response when the network fails or takes over three seconds,
     * unless the request has the cache mode `no-cache`.
     */
    answer(request: Request): ListAnswer {
      const subject = tokenSubject(request.headers.get('authorization'))
      // `no-cache` makes the browser's own cache revalidate: otherwise a gateway's 410 would stay there forever. With
      // `if-none-match` the page revalidates itself: that cache is bypassed, or it would respond in place of the
      // server.
      const cache = request.headers.has('if-none-match') ? 'no-store' : 'no-cache'
      const fetched = fetch(new Request(request, { cache }))
      if (subject === null) return { response: fetched, settled: Promise.resolve() }
      const isStillWanted = store.startRequest()
      const stored = () => findStored(subject, request.url)
      // Storing may fail (a full disk): the response itself is still returned.
      const settled = fetched
        .then((response) => save(subject, request.url, response, isStillWanted))
        .catch(() => undefined)
      // The page's sign (`fresh`) that it accepts only a response from the server, however late.
      if (request.cache === 'no-cache') return { response: fetched, settled }
      const network = fetched.then((answer) => storedIfForeign(answer, stored))
      // Failed storage counts as empty: the network is awaited then.
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

    /** Deletes a user's stored lists (`subject`: `sub` of the token), and ignores responses that are still pending. */
    purge: (subject: string): Promise<void> => store.purge(subject),
  }
}
