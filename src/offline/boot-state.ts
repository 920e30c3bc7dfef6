import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, hydrate } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type CurrentUser, currentUser } from '#contract/wire/current-user.ts'
import { clockLag } from '#src/browser/company-clock.ts'
import { fromBase64, toBase64 } from '#src/seal/base64.ts'
import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'
import { type DataLock, type DeviceMemory, NO_MEMORY } from '#src/session/device-memory.ts'
import type { StoredUser } from '#src/session/tokens/token-vault.ts'
import { itemKeys, readItem, removeItem, writeItem } from '#src/session/web-storage.ts'
import { DATA_VERSION } from './query-storage/answer-seal.ts'
import { queryClient } from './query-storage/query-client.ts'
import { setForgetful } from './query-storage/storage-trouble.ts'

const BOOT_PREFIX = 'haulyard:boot:'
/** Where older versions of the app stored the last user. */
const OLD_LAST_USER_KEY = 'haulyard:last-user'
const ME = ['boot', 'me'] as const
const LAST_CONTACT = ['boot', 'last-contact'] as const
/** How long the device shows data without any response from the server to its user. */
export const LOCK_AFTER_MS = 14 * 24 * 60 * 60_000
/** Minimum interval between writes of the last contact, because each one writes the whole boot state. */
const MIN_CONTACT_INTERVAL_MS = 60_000

queryClient.setQueryDefaults(['boot'], { gcTime: Number.POSITIVE_INFINITY, meta: { isBoot: true } })
/** When the server last responded to this user on this device, by `companyNow`; null if it never did. */
let lastContact: number | null = null

const bootPersister = (userId: string) =>
  createSyncStoragePersister({ storage: bootStorage, key: BOOT_PREFIX + userId, throttleTime: 0 })

/** The boot state that is read and written: one user's. */
interface OpenBoot {
  readonly key: string
  readonly sealer: Sealer
  /** The stored boot state, decrypted; null when nothing is stored or it can't be opened. */
  readonly text: string | null
}
/** Checked before each write: the persister writes with a delay, and its user may have signed out by then. */
let currentBoot: OpenBoot | null = null
/** Number of writes started. Only the latest one is stored, even if an earlier one finishes sealing after it. */
let writes = 0

const aboutBoot = (key: string) => aboutOf('boot', key)

async function writeSealed({ key, sealer }: OpenBoot, text: string): Promise<void> {
  writes += 1
  const writeNumber = writes
  const sealed = toBase64(await sealer.seal(new TextEncoder().encode(text), aboutBoot(key)))
  if (writeNumber === writes && currentBoot?.key === key) setForgetful(!writeItem('local', key, sealed))
}

/**
 * The persister is synchronous, sealing is not: reads use text opened in advance, writes are sealed and stored later.
 */
const bootStorage = {
  getItem: (key: string) => (currentBoot?.key === key ? currentBoot.text : null),
  setItem: (key: string, text: string) => {
    if (currentBoot?.key === key) void writeSealed(currentBoot, text)
  },
  removeItem: (key: string) => removeItem('local', key),
}

/** Opens a user's boot state instead of the current one. State that can't be opened, or is not sealed, is ignored. */
async function openBootState(userId: string, sealer: Sealer): Promise<void> {
  const key = BOOT_PREFIX + userId
  const sealed = fromBase64(readItem('local', key) ?? '')
  const text = sealed === null ? null : await openText(sealer, sealed, aboutBoot(key))
  currentBoot = { key, sealer, text }
}

/** Puts the stored boot queries into the query cache. Unreadable state is deleted. */
function restoreQueries(userId: string): void {
  const persister = bootPersister(userId)
  try {
    const stored = persister.restoreClient()
    if (stored === undefined || 'then' in stored || stored.buster !== `${DATA_VERSION}`) return
    hydrate(queryClient, stored.clientState)
  } catch {
    // Not written by this app: treated as missing.
    removeItem('local', BOOT_PREFIX + userId)
  }
}

/**
 * Why the device's data must not be shown; null if it may be. `locked`: the last contact is too long ago.
 * `wrong_clock`: the last contact is as far in the future, so the clock is wrong; nothing is shown, and nothing is
 * deleted.
 */
function dataLockAt(contact: number | null, now: number): DataLock | null {
  if (contact === null || now - contact > LOCK_AFTER_MS) return 'locked'
  return contact - now > LOCK_AFTER_MS ? 'wrong_clock' : null
}

/** When the server last responded to the user, by this device's clock; null if it never did on this device. */
export function lastContactAt(): number | null {
  return lastContact === null ? null : lastContact - clockLag()
}
/** Why an open page must stop showing data now; null if it need not. */
export function dueDataLock(now: number): DataLock | null {
  return lastContact === null ? null : dataLockAt(lastContact, now)
}

/**
 * What this device knows about a user before the first frame. Without a boot state, uses `storedUser` of the token
 * vault. `lock` is the reason not to show it. `now` is in milliseconds since 1970, by `companyNow`.
 */
export async function loadBootState(
  userId: string,
  sealer: Sealer,
  now: number,
  storedUser?: StoredUser,
): Promise<DeviceMemory> {
  await openBootState(userId, sealer)
  restoreQueries(userId)
  const opened = storedUser === undefined ? null : await openUser(userId, sealer, storedUser)
  if (opened !== null && String(opened.user.id) === userId && queryClient.getQueryData(ME) === undefined) {
    queryClient.setQueryData(ME, opened.user)
    queryClient.setQueryData(LAST_CONTACT, opened.heardAt)
  }
  const user = currentUser.safeParse(queryClient.getQueryData(ME))
  const contact = queryClient.getQueryData(LAST_CONTACT)
  if (!user.success || String(user.data.id) !== userId) return NO_MEMORY
  lastContact = typeof contact === 'number' ? contact : null
  return { user: user.data, lock: dataLockAt(lastContact, now) }
}

const storedUserData = z.object({ user: currentUser, heardAt: z.number() })
const aboutUser = (userId: string) => aboutOf('person', userId)

/**
 * Seals a user for the token vault. `heardAt`: when the server sent the user's data, in milliseconds since 1970, by
 * `companyNow`.
 */
export async function sealUser(sealer: Sealer, user: CurrentUser, heardAt: number): Promise<StoredUser> {
  return { sealed: await sealText(sealer, JSON.stringify({ user, heardAt }), aboutUser(String(user.id))) }
}

async function openUser(userId: string, sealer: Sealer, { sealed }: StoredUser) {
  // Older versions of the app stored it unsealed: that is ignored.
  const text = sealed instanceof Uint8Array ? await openText(sealer, sealed, aboutUser(userId)) : null
  return text === null ? null : (storedUserData.safeParse(JSON.parse(text)).data ?? null)
}

/** Stores the signed-in user, and `now` as the time of the last contact. */
export function saveBootState(user: CurrentUser, sealer: Sealer, now: number): void {
  const key = BOOT_PREFIX + user.id
  if (currentBoot?.key !== key) currentBoot = { key, sealer, text: null }
  queryClient.setQueryData(ME, user)
  queryClient.setQueryData(LAST_CONTACT, now)
  lastContact = now
  persistQueries(String(user.id))
}

/** Stores that the server responded to this user and accepted the session. */
export function saveContact(userId: number, now: number): void {
  const previous = lastContact
  if (previous !== null && Math.abs(now - previous) < MIN_CONTACT_INTERVAL_MS) return
  queryClient.setQueryData(LAST_CONTACT, now)
  lastContact = now
  persistQueries(String(userId))
}

function persistQueries(userId: string): void {
  const clientState = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.meta?.isBoot === true && query.state.data !== undefined,
    shouldDehydrateMutation: () => false,
  })
  void bootPersister(userId).persistClient({ timestamp: Date.now(), buster: `${DATA_VERSION}`, clientState })
}

/** Called when the user's session ends: nothing more is written for that user. */
export function closeBootState(): void {
  currentBoot = null
  lastContact = null
}
export function deleteBootState(userId: string): void {
  removeItem('local', BOOT_PREFIX + userId)
  removeItem('local', OLD_LAST_USER_KEY)
}
/** Ids of the users who have a boot state on this device. */
export function usersWithBootState(): readonly string[] {
  return itemKeys('local').flatMap((key) => (key.startsWith(BOOT_PREFIX) ? [key.slice(BOOT_PREFIX.length)] : []))
}
