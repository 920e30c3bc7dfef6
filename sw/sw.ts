import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { createListCache } from './list-cache.ts'
import { isAppPage, isListCall } from './list-calls.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

const lists = createListCache({
  caches: self.caches,
  fetch: (request) => self.fetch(request),
  now: () => Date.now(),
  after: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

precache(self.__WB_MANIFEST)
cleanupOutdatedCaches()

// The very first visit is usable without a network too. Later versions wait for the person's word: no skipWaiting here.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

async function precached(url: string, request: Request): Promise<Response> {
  return (await matchPrecache(url)) ?? self.fetch(request)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (isListCall(request, self.location.origin)) {
    const { response, settled } = lists.answer(request)
    event.respondWith(response)
    event.waitUntil(settled)
  } else if (request.mode === 'navigate') {
    if (isAppPage(url.pathname)) event.respondWith(precached('/index.html', request))
  } else if (getCacheKeyForURL(request.url)) {
    event.respondWith(precached(request.url, request))
  }
})

/** What a page may ask: `{type: 'PURGE_USER', user}` at sign-out, `{type: 'SKIP_WAITING'}` when the person updates. */
self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'PURGE_USER' && 'user' in message) {
    event.waitUntil(lists.purge(String(message.user)).then(() => event.ports[0]?.postMessage('done')))
  }
})
