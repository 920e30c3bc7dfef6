import type { KeysHere } from './key-here.ts'
import type { ListAnswer } from './list-cache.ts'
import { isProven } from './origin.ts'
import { STORED } from './person-caches.ts'
import { sealedStore } from './sealed-store.ts'

/** About 8 kB each. */
const MAX_PHOTOS = 500
/** How often the oldest are looked for: each so many that are stored. */
const EVERY = 50
/** A photo that has no small version is answered whole: such a one is not kept. */
const MAX_BYTES = 64 * 1024
const THUMBNAIL = /^\/api\/files\/[0-9a-f-]{36}\/thumbnail\.webp\/?$/

/** Whether a request is for the small version of a photo, which never changes under its path. */
export function isThumbnail(request: { readonly method: string; readonly url: string }, origin: string): boolean {
  const url = new URL(request.url)
  return request.method === 'GET' && url.origin === origin && THUMBNAIL.test(url.pathname)
}

export interface PhotoCacheParts {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete' | 'keys'>
  readonly fetch: (request: Request) => Promise<Response>
  readonly keys: Pick<KeysHere, 'find'>
}

/**
 * Small photos, apart for each person and sealed under their key, so that those in the lists are there without a network too.
 * An image's request says nobody's name: it is the one whose key is here. The server lets no browser keep them.
 */
export function createPhotoCache({ caches, fetch, keys }: PhotoCacheParts) {
  const store = sealedStore({ kind: 'photos', caches, most: MAX_PHOTOS, every: EVERY })
  // The query is a signature that is another one tomorrow; the photo is the same.
  const pathOf = (request: Request) => new URL(request.url).pathname

  async function find(request: Request): Promise<Response | null> {
    const key = await keys.find()
    return key && store.find(key, pathOf(request))
  }

  async function keep(request: Request, response: Response, isStillWanted: () => boolean): Promise<void> {
    if (response.status !== 200 || !isProven(response)) return
    if (!response.headers.get('content-type')?.startsWith('image/')) return
    const bytes = await response.blob()
    const key = await keys.find()
    if (key === null || bytes.size > MAX_BYTES) return
    await store.put(key, pathOf(request), new Response(bytes, { headers: response.headers }), isStillWanted)
  }

  /** Whether the host here proves its answers: nothing else is stored. */
  async function isHostProven(): Promise<boolean> {
    const key = await keys.find()
    return key !== null && ((await caches.has(STORED.lists + key.user)) || (await store.has(key.user)))
  }

  /** The network's photo; none where what comes is a gateway's. A host that proves nothing is taken at its word. */
  async function ask(request: Request): Promise<Response> {
    const said = await fetch(request)
    return isProven(said) || !(await isHostProven().catch(() => false)) ? said : Response.error()
  }

  return {
    /** The stored photo of the person who is here; the network's, which is stored then, when there is none. */
    answer(request: Request): ListAnswer {
      const isStillWanted = store.asking()
      // A storage that fails has nothing to offer.
      const answer = find(request)
        .catch(() => null)
        .then(async (kept) => ({ photo: kept ?? (await ask(request)), isNew: kept === null }))
      // Storing may fail (a full disk): the answer itself is not touched by that.
      const settled = answer
        .then(({ photo, isNew }) => (isNew ? keep(request, photo.clone(), isStillWanted) : undefined))
        .catch(() => undefined)
      const response = answer.then(({ photo }) => photo)
      return { response, settled }
    },

    /** Forgets every photo stored for a person, those still on their way included. */
    purge: (person: string): Promise<void> => store.purge(person),
  }
}
