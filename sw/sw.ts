import {
  addPlugins,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { answeredBy } from './answered-by.ts'
import { formerAssets } from './former-assets.ts'
import { keysHere } from './key-here.ts'
import { createListCache, type ListAnswer } from './list-cache.ts'
import { createNetwork } from './network.ts'
import { fromOneHost } from './one-host.ts'
import { forgetFormer } from './person-caches.ts'
import { createPhotoCache } from './photo-cache.ts'
import { createShellFiles, shellMissing } from './shell-files.ts'
import { wakePages } from './wake-pages.ts'

const isFillIns = (url: string) => /(?:^|\/)fill-ins-[^/]*\.js$/.test(url)

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

const shellEntries = self.__WB_MANIFEST
// What the oldest supported browsers lack, by the same script as in pages: before anything is asked for.
const fillIns = shellEntries.map((entry) => (typeof entry === 'string' ? entry : entry.url)).find(isFillIns)
if (fillIns !== undefined && !('any' in AbortSignal)) self.importScripts(fillIns)

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const network = createNetwork((request, init) => self.fetch(request, init))
const now = () => Date.now()
const keys = keysHere({ indexedDB: self.indexedDB, now, after })
const lists = createListCache({ caches: self.caches, fetch: network.fetch, now, after, keys })
const photos = createPhotoCache({ caches: self.caches, fetch: network.fetch, keys })
const former = formerAssets({ caches: self.caches, now })
// What can't be deleted now is tried again with the next purge.
const dropFormer = () => forgetFormer(self.caches).catch(() => undefined)

/** How long a page without its files waits for the network before that is said, in milliseconds. */
const MAX_START = 8000
const shell = createShellFiles({
  caches: self.caches,
  // Not from the browser's own cache: a file that is not named for its content may be an older one there.
  fetch: (url) => network.fetch(new Request(url, { cache: 'reload' })),
  // As workbox names it.
  cacheName: `workbox-precache-v2-${self.registration.scope}`,
  files: () =>
    shellEntries.flatMap((entry) => {
      const url = new URL(typeof entry === 'string' ? entry : entry.url, self.location.href).href
      const key = getCacheKeyForURL(url)
      return key === undefined ? [] : [{ url, key }]
    }),
  isNewVersionThere: async () => {
    await self.registration.update()
    return self.registration.installing !== null || self.registration.waiting !== null
  },
})
// What can't be had now is tried again with the next page.
const mendShell = () => shell.mend().catch(() => undefined)

addPlugins([fromOneHost((url, cache) => network.fetch(new Request(url, { cache })), self.location.href)])
precache(shellEntries)
cleanupOutdatedCaches()

// Before this version is taken into use, and so before the parts of the one before are cleared away. A device that has no
// room for them still gets the new version.
self.addEventListener('install', (event) => {
  event.waitUntil(former.keep(isPrecached).catch(() => undefined))
})

// The very first visit is usable without a network too. Later versions wait for the person's word: no skipWaiting here.
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), dropFormer()])))

async function appPage(request: Request): Promise<Response> {
  const kept = await matchPrecache('/index.html')
  return kept ?? Promise.race([self.fetch(request), after(MAX_START).then(shellMissing)]).catch(shellMissing)
}

async function assetOfFormerVersion(request: Request): Promise<Response> {
  return (await former.find(request.url).catch(() => undefined)) ?? network.fetch(request)
}

async function precached(url: string, request: Request): Promise<Response> {
  return (await matchPrecache(url)) ?? network.fetch(request)
}

function answer(event: FetchEvent, { response, settled }: ListAnswer): void {
  event.respondWith(response)
  event.waitUntil(settled)
}

const PAGE = new URL('/index.html', self.location.href).href
const isPrecached = (url: string) => getCacheKeyForURL(url) !== undefined

self.addEventListener('fetch', (event) => {
  const { request } = event
  switch (answeredBy(request, self.location.origin, isPrecached)) {
    case 'lists':
      return answer(event, lists.answer(request))
    case 'photos':
      return answer(event, photos.answer(request))
    case 'page':
      event.respondWith(appPage(request))
      return event.waitUntil(mendShell())
    case 'precache':
      return event.respondWith(precached(request.url, request))
    case 'former':
      return event.respondWith(assetOfFormerVersion(request))
    case null:
      return undefined
  }
})

/** Background Sync, where the browser has it; it is not in TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag !== 'send-waiting') return
  sync.waitUntil(self.clients.matchAll({ type: 'window' }).then((pages) => wakePages(pages, after)))
})

/**
 * What a page may ask: `{type: 'PURGE_USER', user}` at sign-out, `{type: 'SKIP_WAITING'}` of the new version when the
 * person updates and `{type: 'STEP_ASIDE'}` of the one before, `{type: 'MEND_SHELL'}` when the network is back: the app's
 * files may have been cleared away meanwhile. `{type: 'RENEW_PAGE'}`: the page forbids what the operator allows by now.
 */
self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  if (message.type === 'MEND_SHELL') event.waitUntil(mendShell())
  if (message.type === 'RENEW_PAGE') event.waitUntil(shell.renew(PAGE).catch(() => undefined))
  if (message.type === 'STEP_ASIDE') {
    network.breakOff()
    event.ports[0]?.postMessage('done')
  }
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'PURGE_USER' && 'user' in message) {
    const user = String(message.user)
    keys.forget()
    const purged = Promise.all([lists.purge(user), photos.purge(user), dropFormer()])
    event.waitUntil(purged.then(() => event.ports[0]?.postMessage('done')))
  }
})
