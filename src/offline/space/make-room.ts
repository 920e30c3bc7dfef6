import { publishStored } from '../prefetch/prefetch-run.ts'
import { cancelPrefetch } from '../prefetch/prefetch-schedule.ts'
import { currentPersister } from '../query-storage/query-persister.ts'
import { queryStoreName, wipeQueryStore } from '../query-storage/query-store.ts'
import { reportTrouble } from '../query-storage/storage-trouble.ts'
import { storeConnection } from '../query-storage/store-opening.ts'
import { cachedListsOf, forgetCachedLists } from '../query-storage/wipe.ts'
import { dropUnused } from './drop-unused.ts'
import { noteRoomMade } from './room-made.ts'

const MAX_WAIT_MS = 3_000
const LOOK_EVERY_MS = 100

/**
 * Deletes what the signed-in user has on this device only to read, to make room for what the user saves: the service
 * worker's lists and photos, and of the stored responses the half unused for longest, or all. Unsent changes, drafts,
 * their files and keys stay. The device then says that data is missing, and does not fetch it again at once. Resolves to
 * false when no user is signed in.
 */
export async function makeRoom(what: 'unused' | 'all'): Promise<boolean> {
  const userId = currentPersister()?.userId
  if (userId === undefined) return false
  const before = await usedBytes()
  noteRoomMade(userId, Date.now())
  // A pass that is running would fill the space again.
  cancelPrefetch()
  await forgetCachedLists(userId)
  await (what === 'all' ? wipeQueryStore(userId) : dropHalf(userId))
  await untilFreed(before)
  // Once more: on a full device the first note may not have been stored.
  noteRoomMade(userId, Date.now())
  // Not awaited: the change that waits for the room comes first. A failure only leaves an older state on screen.
  publishStored(userId).catch(reportTrouble)
  return true
}

/** What the browser says that the app uses, in bytes; null when it does not say. */
const usedBytes = async () => (await navigator.storage?.estimate())?.usage ?? null

/**
 * Resolves when the browser reports that less is used than `before`. Chromium frees a deleted database only after it has
 * reported the deletion, and until then uses more. Engines that never shrink a database must not make the user wait.
 */
async function untilFreed(before: number | null): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (before !== null && performance.now() < end && ((await usedBytes()) ?? 0) >= before)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}

/** Over a connection of its own: the persister's may be closing with the page. */
async function dropHalf(userId: string): Promise<void> {
  const connection = storeConnection({
    name: queryStoreName(userId),
    mayAdoptUnsealed: false,
    onUnsealedFound: () => undefined,
  })
  try {
    await dropUnused(connection, 'half', Date.now())
  } finally {
    await connection.close()
  }
}

/** What `makeRoom('all')` deletes, in bytes. */
export async function sizeToRead(): Promise<number> {
  const persister = currentPersister()
  if (persister === null) return 0
  const { size } = await persister.storageUse()
  return size + (await cachedSize(persister.userId))
}

async function cachedSize(userId: string): Promise<number> {
  let sum = 0
  for (const name of await cachedListsOf((theirs) => theirs === userId)) {
    const cache = await caches.open(name)
    // One after another: photos can be large.
    for (const request of await cache.keys()) sum += (await (await cache.match(request))?.blob())?.size ?? 0
  }
  return sum
}
