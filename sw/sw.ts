import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry } from 'workbox-precaching'
import { createKeyFinder } from './current-key.ts'
import { createFormerAssets } from './former-assets.ts'
import { storeFiles } from './install-files.ts'
import { createListCache, type ListAnswer } from './list-cache.ts'
import { createNetwork } from './network.ts'
import { createPhotoCache } from './photo-cache.ts'
import { provenFilesPlugin } from './proven-files.ts'
import { handlerOf } from './request-handler.ts'
import { createSender, type SendWithoutPage } from './sender.ts'
import { createShellFiles, type FileCount, shellMissing } from './shell-files.ts'
import { deleteFormerCaches } from './user-caches.ts'
import { wakePages } from './wake-pages.ts'

const isFillIns = (url: string) => /(?:^|\/)fill-ins-[^/]*\.js$/.test(url)
const isSender = (url: string) => /(?:^|\/)sender-[^/]*\.js$/.test(url)

const addressOf = (entry: PrecacheEntry | string) => (typeof entry === 'string' ? entry : entry.url)

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  /** Defined by the sender's script. */
  readonly sendWithoutPage?: SendWithoutPage
}

const allEntries = self.__WB_MANIFEST
const senderScript = allEntries.map(addressOf).find(isSender)
// The browser itself stores the scripts that a worker imports.
const shellEntries = allEntries.filter((entry) => addressOf(entry) !== senderScript)
// Polyfills for the oldest supported browsers, from the same script as in pages: before the first request.
const fillIns = shellEntries.map(addressOf).find(isFillIns)
const isComplete = 'any' in AbortSignal && 'withResolvers' in Promise && 'groupBy' in Map
if (fillIns !== undefined && !isComplete) self.importScripts(fillIns)

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const network = createNetwork((request, init) => self.fetch(request, init))
const now = () => Date.now()
const keys = createKeyFinder({ indexedDB: self.indexedDB, now, after })
const lists = createListCache({ caches: self.caches, fetch: network.fetch, now, after, keys })
const photos = createPhotoCache({ caches: self.caches, fetch: network.fetch, keys })
const former = createFormerAssets({ caches: self.caches, now })
// A failed deletion is tried again with the next purge.
const dropFormerCaches = () => deleteFormerCaches(self.caches).catch(() => undefined)

const precache = new PrecacheController({
  plugins: [provenFilesPlugin((url, mode) => network.fetch(new Request(url, { cache: mode })), self.location.href)],
})
precache.addToCacheList(shellEntries)

/** How long a page whose files are missing waits for the network before it shows `shellMissing`, in milliseconds. */
const MAX_START = 8000
const shell = createShellFiles({
  caches: self.caches,
  // Not from the browser's HTTP cache: it may hold an older version of a file without a hash in its name.
  fetch: (url) => network.fetch(new Request(url, { cache: 'reload' })),
  // The name that Workbox uses.
  cacheName: `workbox-precache-v2-${self.registration.scope}`,
  files: () =>
    shellEntries.flatMap((entry) => {
      const url = new URL(addressOf(entry), self.location.href).href
      const key = precache.getCacheKeyForURL(url)
      return key === undefined ? [] : [{ url, key }]
    }),
  hasNewVersion: async () => {
    await self.registration.update()
    return self.registration.installing !== null || self.registration.waiting !== null
  },
})
// A failed repair is tried again with the next page.
const repairShell = () => shell.repair().catch(() => undefined)

/** Stores one file of this version unless it is stored, with Workbox's strategy. */
function storeFile(url: string, event: ExtendableEvent): Promise<unknown> {
  const cacheKey = precache.getCacheKeyForURL(url) ?? url
  // A name without a hash stays the same in the next version, so the browser's HTTP cache may hold the former file.
  const cache = cacheKey === url ? 'default' : 'reload'
  // After the requests of pages.
  const request = new Request(url, { cache, credentials: 'same-origin', priority: 'low' })
  return Promise.all(precache.strategy.handleAll({ params: { cacheKey }, request, event }))
}
/** Tells the open pages how many of this version's files are stored, also pages that no worker controls. */
async function reportFiles(count: FileCount): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    page.postMessage({ type: 'FILES', ...count })
}
/** Two hundred messages would keep a slow device from its work. */
const isWorthReporting = ({ stored, of }: FileCount) => stored % 10 === 0 || stored === of
self.addEventListener('install', (event) => {
  // No earlier version serves the app meanwhile, so pages show how far the first one is.
  const isFirst = self.registration.active === null
  const report = (count: FileCount) => isFirst && isWorthReporting(count) && void reportFiles(count)
  event.waitUntil(storeFiles(precache.getCachedURLs(), (url) => storeFile(url, event), report))
})

/** Runs the sender's script. After the installation a worker may import only what it has imported before. */
function loadSender(): SendWithoutPage | undefined {
  if (senderScript !== undefined) self.importScripts(senderScript)
  return self.sendWithoutPage
}
const sender = createSender(loadSender)
self.addEventListener('install', (event) => {
  // Other browsers never start a worker to send.
  if (!('sync' in self.registration)) return
  // A version without one of its files is not installed.
  event.waitUntil(new Promise((resolve) => resolve(loadSender())))
})
self.addEventListener('activate', precache.activate)
cleanupOutdatedCaches()

// Before this version is activated, so before the former version's files are deleted. A device without room for the
// copies still gets the new version.
self.addEventListener('install', (event) => {
  event.waitUntil(former.save(isPrecached).catch(() => undefined))
})

// `claim` makes even the first visit usable offline. Later versions wait until the user updates: no skipWaiting here.
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), dropFormerCaches()])))

async function appPage(request: Request): Promise<Response> {
  const stored = await precache.matchPrecache('/index.html')
  return stored ?? Promise.race([self.fetch(request), after(MAX_START).then(shellMissing)]).catch(shellMissing)
}

async function assetOfFormerVersion(request: Request): Promise<Response> {
  return (await former.find(request.url).catch(() => undefined)) ?? network.fetch(request)
}

async function precached(url: string, request: Request): Promise<Response> {
  return (await precache.matchPrecache(url)) ?? network.fetch(request)
}

function respond(event: FetchEvent, { response, settled }: ListAnswer): void {
  event.respondWith(response)
  event.waitUntil(settled)
}

const PAGE = new URL('/index.html', self.location.href).href
const isPrecached = (url: string) => precache.getCacheKeyForURL(url) !== undefined

self.addEventListener('fetch', (event) => {
  const { request } = event
  switch (handlerOf(request, self.location.origin, isPrecached)) {
    case 'lists':
      return respond(event, lists.answer(request))
    case 'photos':
      return respond(event, photos.answer(request))
    case 'page':
      event.respondWith(appPage(request))
      return event.waitUntil(repairShell())
    case 'precache':
      return event.respondWith(precached(request.url, request))
    case 'former':
      return event.respondWith(assetOfFormerVersion(request))
    case null:
      return undefined
  }
})

/** Background Sync, for browsers that support it. TypeScript's library does not declare it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag !== 'send-waiting') return
  const sentByPages = async () => wakePages(await self.clients.matchAll({ type: 'window' }), after)
  sync.waitUntil(sender.send(sentByPages))
})

/**
 * Messages from pages. `{type: 'PURGE_USER', user}`: at sign-out. `{type: 'SKIP_WAITING'}` to the new version when the
 * user updates, `{type: 'STEP_ASIDE'}` to the former one. `{type: 'MEND_SHELL'}`: the network is back, and the browser
 * may have cleared the app's files meanwhile. `{type: 'COUNT_FILES'}`: is answered with a `FileCount`.
 * `{type: 'RENEW_PAGE'}`: the stored page forbids something that the operator now allows.
 */
self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message !== 'object' || message === null || !('type' in message)) return
  if (message.type === 'MEND_SHELL') event.waitUntil(repairShell().then(() => event.ports[0]?.postMessage('done')))
  if (message.type === 'COUNT_FILES') event.waitUntil(shell.count().then((count) => event.ports[0]?.postMessage(count)))
  if (message.type === 'RENEW_PAGE') event.waitUntil(shell.renew(PAGE).catch(() => undefined))
  if (message.type === 'STEP_ASIDE') {
    network.abortAll()
    sender.stop()
    event.ports[0]?.postMessage('done')
  }
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'PURGE_USER' && 'user' in message) {
    const user = String(message.user)
    keys.forget()
    sender.stop()
    const purged = Promise.all([lists.purge(user), photos.purge(user), dropFormerCaches()])
    event.waitUntil(purged.then(() => event.ports[0]?.postMessage('done')))
  }
})
