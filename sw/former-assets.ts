/** The one cache for assets of all former versions, for pages that were opened before an update. */
const CACHE = 'former-assets'
/** The start of the name that Workbox gives to the cache of a version's own files. */
const PRECACHE = 'workbox-precache'
/** The server keeps former assets for the same time. */
const KEPT_MS = 30 * 24 * 60 * 60_000
const STORED_AT = 'x-sw-stored-at'

export interface FormerAssetsParts {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'keys'>
  readonly now: () => number
}

/** Whether an address is that of a built asset. Its name contains a hash of its content, so it never changes. */
const isAsset = (url: string) => new URL(url).pathname.startsWith('/assets/')

/**
 * The assets of former versions. A page of a former version that is open in another tab when this version is activated
 * still finds the assets that it has not loaded yet, with and without a network.
 */
export function createFormerAssets({ caches, now }: FormerAssetsParts) {
  /** The assets in the precache, from which Workbox is about to delete all files that the next version does not use. */
  async function storedParts() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PRECACHE))
    const parts: { readonly url: string; readonly part: Response }[] = []
    for (const name of names) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const part = isAsset(request.url) ? await cache.match(request) : undefined
        if (part) parts.push({ url: request.url, part })
      }
    }
    return parts
  }
  return {
    /**
     * Copies the former version's assets that this version (`isCurrent`) does not use; deletes copies that are too old.
     */
    async save(isCurrent: (url: string) => boolean): Promise<void> {
      const cache = await caches.open(CACHE)
      for (const { url } of await cache.keys()) {
        const age = now() - Number((await cache.match(url))?.headers.get(STORED_AT))
        if (!(age <= KEPT_MS) || isCurrent(url)) await cache.delete(url)
      }
      for (const { part, url } of await storedParts()) {
        if (isCurrent(url) || (await cache.match(url))) continue
        const headers = new Headers(part.headers)
        headers.set(STORED_AT, String(now()))
        await cache.put(url, new Response(await part.blob(), { status: 200, headers }))
      }
    },
    /** An asset of a former version; undefined when `url` is not an asset or its copy is gone. */
    async find(url: string): Promise<Response | undefined> {
      if (!isAsset(url) || !(await caches.has(CACHE))) return undefined
      return (await caches.open(CACHE)).match(url)
    },
  }
}
