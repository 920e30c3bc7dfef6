/** Parts of former versions, for pages that were opened before an update. One cache for all of them. */
const CACHE = 'former-assets'
/** How workbox names the cache of a version's own parts. */
const PRECACHE = 'workbox-precache'
/** As long as the server keeps them too. */
const KEPT_MS = 30 * 24 * 60 * 60_000
const STORED_AT = 'x-sw-stored-at'

export interface FormerAssetsParts {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'keys'>
  readonly now: () => number
}

/** Whether an address is of a built part: its name carries a hash of what is in it, so it never changes. */
const isAsset = (url: string) => new URL(url).pathname.startsWith('/assets/')

/**
 * The parts of the versions before this one. A page of a former version, open in another tab when this one was taken
 * into use, goes on finding the parts that it has not loaded yet, with and without a network.
 */
export function formerAssets({ caches, now }: FormerAssetsParts) {
  /** What is about to be cleared of everything that is not the next version's own. */
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
    /** Puts aside what the version before has stored and this one (`isCurrent`) has no use for; drops what is too old. */
    async keep(isCurrent: (url: string) => boolean): Promise<void> {
      const kept = await caches.open(CACHE)
      for (const { url } of await kept.keys()) {
        const age = now() - Number((await kept.match(url))?.headers.get(STORED_AT))
        if (!(age <= KEPT_MS) || isCurrent(url)) await kept.delete(url)
      }
      for (const { part, url } of await storedParts()) {
        if (isCurrent(url) || (await kept.match(url))) continue
        const headers = new Headers(part.headers)
        headers.set(STORED_AT, String(now()))
        await kept.put(url, new Response(await part.blob(), { status: 200, headers }))
      }
    },
    /** A part of a former version; undefined when it is none, or not there any more. */
    async find(url: string): Promise<Response | undefined> {
      if (!isAsset(url) || !(await caches.has(CACHE))) return undefined
      return (await caches.open(CACHE)).match(url)
    },
  }
}
