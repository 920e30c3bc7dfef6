import { isProven } from './origin.ts'
import { tokenSubject } from './token-subject.ts'

/** How long a list may hang before the stored answer is given, in milliseconds: a hanging network is worse than none. */
const PATIENCE = 3000
const MOST_ENTRIES = 60
const PREFIX = 'lists-v1-'

export interface ListCacheParts {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete' | 'keys'>
  readonly fetch: (request: Request) => Promise<Response>
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly after: (milliseconds: number) => Promise<void>
}

export interface ListAnswer {
  readonly response: Promise<Response>
  /** Resolves when the network's answer has been stored, however late: for `event.waitUntil`. */
  readonly settled: Promise<void>
}

/** The stored answer to a request, marked as such; null when there is none. */
async function storedAnswer(caches: ListCacheParts['caches'], name: string, request: Request) {
  // Opening would make it anew, and a purged person's name would stand on the device again.
  if (!(await caches.has(name))) return null
  const cache = await caches.open(name)
  const found = await cache.match(request, { ignoreVary: true })
  if (!found) return null
  const headers = new Headers(found.headers)
  headers.set('x-sw-source', 'cache')
  return new Response(found.body, { status: found.status, headers })
}

/**
 * What the network said; the stored answer where that bears no proof of its origin but the stored one does: it is a
 * gateway's then. At a host that proves nothing neither does, and the page judges what came.
 */
async function unlessForeign(said: Response, stored: () => Promise<Response | null>): Promise<Response> {
  const kept = isProven(said) ? null : await stored().catch(() => null)
  return kept && isProven(kept) ? kept : said
}

/** Stored lists, apart for each person, so that nobody is ever answered with what another one may see. */
export function createListCache({ caches, fetch, now, after }: ListCacheParts) {
  /** Rises with each purge: an answer that was asked for before a purge must not be stored after it. */
  let purges = 0

  async function store(name: string, request: Request, response: Response, asked: number): Promise<void> {
    if (response.status !== 200 || !isProven(response) || !response.headers.get('content-type')?.includes('json'))
      return
    const headers = new Headers(response.headers)
    headers.set('x-sw-stored-at', String(now()))
    const copy = new Response(await response.clone().blob(), { status: 200, headers })
    if (asked !== purges) return
    const cache = await caches.open(name)
    await cache.put(request, copy)
    if (asked !== purges) await caches.delete(name)
    // `keys()` answers in the order of storing, so the first are the longest unused.
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_ENTRIES)).map((key) => cache.delete(key)))
  }

  return {
    /**
     * The network's answer; the stored one of the same person when the network fails or takes over three seconds, unless
     * the request is of cache mode `no-cache`.
     */
    answer(request: Request): ListAnswer {
      const subject = tokenSubject(request.headers.get('authorization'))
      // The browser's own cache asks the server first, whatever it keeps: a gateway's 410 would stay there for ever.
      const answered = fetch(new Request(request, { cache: 'no-cache' }))
      if (subject === null) return { response: answered, settled: Promise.resolve() }
      const name = `${PREFIX}${subject}`
      const asked = purges
      const stored = () => storedAnswer(caches, name, request)
      // Storing may fail (a full disk): the answer itself is not touched by that.
      const settled = answered.then((response) => store(name, request, response, asked)).catch(() => undefined)
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
          const kept = await stored()
          if (kept) return kept
          throw failure
        })
      return { response, settled }
    },

    /** Forgets everything stored for a person (`sub` of the token), answers still on their way included. */
    async purge(subject: string): Promise<void> {
      purges += 1
      const names = await caches.keys()
      const theirs = names.filter((name) => /^lists-v\d+-/.test(name) && name.replace(/^lists-v\d+-/, '') === subject)
      await Promise.all(theirs.map((name) => caches.delete(name)))
    },
  }
}
