import { CACHE_PREFIXES, MAX_PHOTOS } from '../src/seal/sealed-caches.ts'
import type { KeyFinder } from './current-key.ts'
import type { ListAnswer } from './list-cache.ts'
import { isProven } from './origin.ts'
import { sealedStore } from './sealed-store.ts'

/** Surplus photos are deleted once per this many stored photos. */
const EVERY = 50
/** The largest photo that is stored: for a photo without a small version the server returns the original. */
const MAX_BYTES = 64 * 1024
const THUMBNAIL = /^\/api\/files\/[0-9a-f-]{36}\/thumbnail\.webp\/?$/

/** Whether a request is for the small version of a photo, whose content never changes under its path. */
export function isThumbnail(request: { readonly method: string; readonly url: string }, origin: string): boolean {
  const url = new URL(request.url)
  return request.method === 'GET' && url.origin === origin && THUMBNAIL.test(url.pathname)
}

export interface PhotoCacheParts {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete' | 'keys'>
  readonly fetch: (request: Request) => Promise<Response>
  readonly keys: Pick<KeyFinder, 'find'>
}

/**
 * Small photos, separate for each user and sealed under the user's key, so that lists show them without a network too.
 * An image request carries no token: it counts as the user's whose key is on the device. The server forbids the
 * browser's own cache to store photos.
 */
export function createPhotoCache({ caches, fetch, keys }: PhotoCacheParts) {
  const store = sealedStore({ kind: 'photos', caches, most: MAX_PHOTOS, every: EVERY })
  // The query is a signature that changes from day to day; the photo stays the same.
  const pathOf = (request: Request) => new URL(request.url).pathname

  async function find(request: Request): Promise<Response | null> {
    const key = await keys.find()
    return key && store.find(key, pathOf(request))
  }

  async function save(request: Request, response: Response, isStillWanted: () => boolean): Promise<void> {
    if (response.status !== 200 || !isProven(response)) return
    if (!response.headers.get('content-type')?.startsWith('image/')) return
    const bytes = await response.blob()
    const key = await keys.find()
    if (key === null || bytes.size > MAX_BYTES) return
    await store.put(key, pathOf(request), new Response(bytes, { headers: response.headers }), isStillWanted)
  }

  /** Whether the host proves its responses. Only proven responses are stored, so an existing cache shows it. */
  async function isHostProven(): Promise<boolean> {
    const key = await keys.find()
    return key !== null && ((await caches.has(CACHE_PREFIXES.lists + key.user)) || (await store.has(key.user)))
  }

  /**
   * The network's photo; an error for a gateway's response. Responses of a host without proof are accepted as they are.
   */
  async function fetchPhoto(request: Request): Promise<Response> {
    const response = await fetch(request)
    return isProven(response) || !(await isHostProven().catch(() => false)) ? response : Response.error()
  }

  return {
    /** The signed-in user's stored photo; without one, the network's photo, which is then stored. */
    answer(request: Request): ListAnswer {
      const isStillWanted = store.startRequest()
      // Failed storage counts as empty.
      const answer = find(request)
        .catch(() => null)
        .then(async (stored) => ({ photo: stored ?? (await fetchPhoto(request)), isNew: stored === null }))
      // Storing may fail (a full disk): the response itself is still returned.
      const settled = answer
        .then(({ photo, isNew }) => (isNew ? save(request, photo.clone(), isStillWanted) : undefined))
        .catch(() => undefined)
      const response = answer.then(({ photo }) => photo)
      return { response, settled }
    },

    /** Deletes a user's stored photos, and ignores photos that are still pending. */
    purge: (person: string): Promise<void> => store.purge(person),
  }
}
