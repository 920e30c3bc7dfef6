/**
 * The caches of sealed responses of one user: `lists-v2-<user id>`, `photos-v2-<user id>`. Pages and the service worker
 * both store small photos, at their path, sealed for the place `aboutOf('photos', <user id>, <path>)`.
 */
export const CACHE_PREFIXES = { lists: 'lists-v2-', photos: 'photos-v2-' } as const

/** The most small photos for one user, about 8 kB each. */
export const MAX_PHOTOS = 500

/** Deletes all responses but the `most` that were stored last. */
export async function keepNewest(cache: Pick<Cache, 'keys' | 'delete'>, most: number): Promise<void> {
  // `keys()` returns the entries in the order in which they were stored.
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((one) => cache.delete(one)))
}
