import { hostProof } from '#src/api/fetch-verified.ts'
import { CACHE_PREFIXES, keepNewest, MAX_PHOTOS } from '#src/seal/sealed-caches.ts'
import { openResponse, sealResponse } from '#src/seal/sealed-response.ts'
import { aboutOf, type Sealer } from '#src/seal/sealer.ts'
import type { SmallPhotos } from '../ports.ts'

export interface SmallPhotoParts {
  readonly user: string
  readonly sealer: Sealer
  /** Undefined over plain http. */
  readonly storage: CacheStorage | undefined
  /** Whether the user is still signed in here. */
  readonly isSignedIn: () => boolean
  /** Draws the small version of a photo. Rejects when the photo is none, or when it can't be drawn here. */
  readonly drawSmall: (photo: File) => Promise<Blob>
}

/**
 * One user's small photos, where and as the service worker stores them. The worker answers requests for them without a
 * network, also in pages that it does not control yet.
 */
export function cacheSmallPhotos({ user, sealer, storage, isSignedIn, drawSmall }: SmallPhotoParts): SmallPhotos {
  const name = CACHE_PREFIXES.photos + user
  const about = (path: string) => aboutOf('photos', user, path)
  return {
    async put(path, photo) {
      // As in the service worker, which takes the cache as a sign that the host proves its responses.
      if (storage === undefined || hostProof() !== 'yes' || !isSignedIn()) return
      const small = await drawSmall(new File([photo], 'photo', { type: photo.type }))
      const answer = new Response(small, { headers: { 'content-type': small.type } })
      const sealed = await sealResponse(sealer, answer, about(path))
      if (!isSignedIn()) return
      const cache = await storage.open(name)
      await cache.put(path, sealed)
      // A sign-out meanwhile has deleted what was stored before it. An empty cache would still name the user.
      if (!isSignedIn()) await storage.delete(name)
      else await keepNewest(cache, MAX_PHOTOS)
    },
    async find(path) {
      const stored = await storage?.match(path, { cacheName: name })
      const opened = stored && (await openResponse(sealer, stored, about(path)))
      return opened ? opened.blob() : null
    },
  }
}
