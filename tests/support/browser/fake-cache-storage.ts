/** Cache Storage in memory, as far as Haulyard uses it: responses by URL, in the order in which they were stored. */
export function fakeCacheStorage() {
  const all = new Map<string, Map<string, Response>>()
  const urlOf = (request: RequestInfo | URL) =>
    request instanceof Request ? request.url : new URL(request, 'http://app.test/').href

  const cacheOf = (entries: Map<string, Response>) => ({
    async match(request: RequestInfo | URL) {
      return entries.get(urlOf(request))?.clone()
    },
    async put(request: RequestInfo | URL, response: Response) {
      entries.delete(urlOf(request))
      entries.set(urlOf(request), response)
    },
    async delete(request: RequestInfo | URL) {
      return entries.delete(urlOf(request))
    },
    async keys() {
      return [...entries.keys()].map((url) => new Request(url))
    },
  })

  return {
    async has(name: string) {
      return all.has(name)
    },
    async open(name: string) {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return cacheOf(entries) as unknown as Cache
    },
    async delete(name: string) {
      return all.delete(name)
    },
    async keys() {
      return [...all.keys()]
    },
    async match(request: RequestInfo | URL, { cacheName = '' }: MultiCacheQueryOptions = {}) {
      return all.get(cacheName)?.get(urlOf(request))?.clone()
    },
    /** The number of responses in each cache, for assertions. */
    sizes: () => Object.fromEntries([...all].map(([name, entries]) => [name, entries.size])),
  }
}
