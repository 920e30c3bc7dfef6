import { withStorageTimeout } from '#src/session/storage-timeout.ts'
import { deleteBootState, usersWithBootState } from '../boot-state.ts'
import { setIconBadge } from '../icon-badge.ts'
import { forgetChoices } from './chosen-items.ts'
import { queryStoreName, wipeQueryStore } from './query-store.ts'
import { reportTrouble } from './storage-trouble.ts'

const STORE_PREFIX = queryStoreName('')

/** The service worker's lists and small photos are stored under `lists-<version>-<user id>` and `photos-…`. */
export async function cachedListsOf(isTheirs: (userId: string) => boolean): Promise<readonly string[]> {
  if (globalThis.caches === undefined) return []
  return (await caches.keys()).filter((name) => isTheirs(/^(?:lists|photos)-v\d+-(.+)$/.exec(name)?.[1] ?? ''))
}

async function wipeLists(isTheirs: (userId: string) => boolean): Promise<void> {
  await Promise.all((await cachedListsOf(isTheirs)).map((name) => caches.delete(name)))
}

/** Also tells the service worker, so that a response under way is not stored after this. */
function notifyWorker(userId: string): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'PURGE_USER', user: userId })
}

/** Errors are shown as storage trouble and not thrown, so that a sign-out always completes. */
async function wipe(userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    deleteBootState(userId)
    forgetChoices(userId)
    notifyWorker(userId)
  }
  const lists = wipeLists((userId) => userIds.includes(userId))
  await Promise.all([lists, ...userIds.map((userId) => withStorageTimeout(wipeQueryStore(userId)))]).catch(
    reportTrouble,
  )
}

/** Deletes the service worker's lists and photos of a user, including those still under way. */
export async function forgetCachedLists(userId: string): Promise<void> {
  notifyWorker(userId)
  await wipeLists((theirs) => theirs === userId).catch(() => undefined) // No Cache Storage, no lists.
}

/** Deletes everything on this device that was read as this user. Waiting changes stay. */
export function wipeUser(userId: string): Promise<void> {
  // The number on the app's icon is this user's, too.
  setIconBadge('attention', 0)
  return wipe([userId])
}

async function forgetEndedOfOthers(userId: string): Promise<void> {
  const loaded = await import('#src/offline/outbox/store/forget-others.ts').catch(() => null)
  await loaded?.forgetEndedOfOthers(userId)
}

async function forgetOldDrafts(): Promise<void> {
  const loaded = await import('#src/offline/drafts/forget-old-drafts.ts').catch(() => null)
  await loaded?.forgetOldDrafts(Date.now())
}

/**
 * Deletes what users other than `userId` read on this device, and their settled changes. Also deletes drafts of any
 * user that are older than 30 days. Waiting changes stay.
 */
export async function wipeOtherUsers(userId: string): Promise<void> {
  // Some browsers can't list databases: there, only users with a boot state are found.
  const databases =
    indexedDB.databases === undefined ? [] : await withStorageTimeout(indexedDB.databases()).catch(() => [])
  const stored = databases.flatMap(({ name }) =>
    name?.startsWith(STORE_PREFIX) ? [name.slice(STORE_PREFIX.length)] : [],
  )
  const all = new Set([...usersWithBootState(), ...stored])
  all.delete(userId)
  // Not awaited: their modules are loaded first, and signing in must not wait for a slow network.
  void forgetEndedOfOthers(userId)
  void forgetOldDrafts()
  await wipe([...all])
  await wipeLists((theirs) => theirs !== '' && theirs !== userId).catch(() => undefined) // No Cache Storage, no lists.
}
