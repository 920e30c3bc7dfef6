import type { ListAnswer } from './list-cache.ts'
import { isProven } from './origin.ts'

/** About 8 kB each. */
const MOST_PHOTOS = 500
/** How often the oldest are looked for: each so many that are stored. */
const EVERY = 50
/** A photo that has no small version is answered whole: such a one is left to the browser's own cache. */
const MOST_BYTES = 64 * 1024
const PREFIX = 'photos-v1-'
const THUMBNAIL = /^\/api\/files\/[0-9a-f-]{36}\/thumbnail\.webp\/?$/

/** Whether a request is for the small version of a photo, which never changes under its path. */
export function isThumbnail(request: { readonly method: string; readonly url: string }, origin: string): boolean {
  const url = new URL(request.url)
  return request.method === 'GET' && url.origin === origin && THUMBNAIL.test(url.pathname)
}

/**
 * The one person whose lists are on this device. An image's request says nobody's name; who signs out, and who was here
 * before the next one came, has no lists any more. Null when there is none, or when it can't be told.
 */
async function personHere(caches: Pick<CacheStorage, 'keys'>): Promise<string | null> {
  const [only, ...others] = await listsHere(caches)
  return only === undefined || others.length > 0 ? null : only.replace(LISTS, '')
}
const LISTS = /^lists-v\d+-/
const listsHere = async (caches: Pick<CacheStorage, 'keys'>) => (await caches.keys()).filter((name) => LISTS.test(name))

/** Whether the host here proves its answers, as the list shows that was stored last. */
async function isHostProven(caches: Pick<CacheStorage, 'keys' | 'open'>): Promise<boolean> {
  const [only, ...others] = await listsHere(caches)
  if (only === undefined || others.length > 0) return false
  const lists = await caches.open(only)
  const last = (await lists.keys()).at(-1)
  const kept = last && (await lists.match(last, { ignoreVary: true }))
  return kept !== undefined && isProven(kept)
}

export interface PhotoCacheParts {
  readonly caches: Pick<CacheStorage, 'match' | 'open' | 'delete' | 'keys'>
  readonly fetch: (request: Request) => Promise<Response>
}

/** Small photos, apart for each person, so that those in the lists are there without a network too. */
export function createPhotoCache({ caches, fetch }: PhotoCacheParts) {
  /** Rises with each purge: a photo that was asked for before a purge must not be stored after it. */
  let purges = 0
  let stored = 0
  // The query is a signature that is another one tomorrow; the photo is the same.
  const keyOf = (request: Request) => new URL(request.url).pathname

  async function find(request: Request): Promise<Response | null> {
    const person = await personHere(caches)
    if (person === null) return null
    // Opening the cache would make it anew, and a purged person's name would stand on the device again.
    return (await caches.match(keyOf(request), { cacheName: PREFIX + person, ignoreVary: true })) ?? null
  }

  async function store(request: Request, response: Response, asked: number): Promise<void> {
    if (response.status !== 200 || !isProven(response)) return
    if (!response.headers.get('content-type')?.startsWith('image/')) return
    const bytes = await response.blob()
    // By now the list that showed it is stored too.
    const person = await personHere(caches)
    if (person === null || bytes.size > MOST_BYTES || asked !== purges) return
    const cache = await caches.open(PREFIX + person)
    await cache.put(keyOf(request), new Response(bytes, { status: 200, headers: response.headers }))
    if (asked !== purges) await caches.delete(PREFIX + person)
    stored += 1
    if (stored % EVERY !== 1) return
    // `keys()` answers in the order of storing.
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_PHOTOS)).map((key) => cache.delete(key)))
  }

  /** The network's photo; none where what comes is a gateway's. A host that proves nothing is taken at its word. */
  async function ask(request: Request): Promise<Response> {
    const said = await fetch(request)
    return isProven(said) || !(await isHostProven(caches).catch(() => false)) ? said : Response.error()
  }

  return {
    /** The stored photo of the person who is here; the network's, which is stored then, when there is none. */
    answer(request: Request): ListAnswer {
      const asked = purges
      // A storage that fails has nothing to offer.
      const answer = find(request)
        .catch(() => null)
        .then(async (kept) => ({ photo: kept ?? (await ask(request)), isNew: kept === null }))
      // Storing may fail (a full disk): the answer itself is not touched by that.
      const settled = answer
        .then(({ photo, isNew }) => (isNew ? store(request, photo.clone(), asked) : undefined))
        .catch(() => undefined)
      const response = answer.then(({ photo }) => photo)
      return { response, settled }
    },

    /** Forgets every photo stored for a person, those still on their way included. */
    async purge(person: string): Promise<void> {
      purges += 1
      const theirs = (await caches.keys()).filter(
        (name) => name.replace(/^photos-v\d+-/, 'photos-') === `photos-${person}`,
      )
      await Promise.all(theirs.map((name) => caches.delete(name)))
    },
  }
}
