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
}

/**
 * One user's small photos, where and as the service worker stores them. The worker answers requests for them without a
 * network, also in pages that it does not control yet.
 */
export function cacheSmallPhotos({ user, sealer, storage, isSignedIn }: SmallPhotoParts): SmallPhotos {
  const name = CACHE_PREFIXES.photos + user
  const about = (path: string) => aboutOf('photos', user, path)
  return {
    async put(path, photo) {
      // As in the service worker, which takes the cache as a sign that the host proves its responses.
      if (storage === undefined || hostProof() !== 'yes') return
      const small = await smallVersion(photo)
      const answer = new Response(small, { headers: { 'content-type': small.type } })
      const sealed = await sealResponse(sealer, answer, about(path))
      if (!isSignedIn()) return
      const cache = await storage.open(name)
      await cache.put(path, sealed)
      // A sign-out meanwhile has deleted what was stored before it.
      if (!isSignedIn()) await cache.delete(path)
      await keepNewest(cache, MAX_PHOTOS)
    },
    async find(path) {
      const stored = await storage?.match(path, { cacheName: name })
      const opened = stored && (await openResponse(sealer, stored, about(path)))
      return opened ? opened.blob() : null
    },
  }
}

async function smallVersion(photo: Blob): Promise<Blob> {
  // Loaded on demand: few changes have photos.
  const { runPhotoJob } = await import('#src/form/photos/photo-jobs.ts')
  return runPhotoJob({ make: 'small', file: new File([photo], 'photo', { type: photo.type }) })
}
