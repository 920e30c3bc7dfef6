import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, hydrate } from '@tanstack/react-query'
import { type CurrentUser, currentUser } from '#contract/current-user.ts'
import type { KeptPerson } from '#src/session/token-vault.ts'
import { itemKeys, readItem, removeItem, writeItem } from '#src/session/web-storage.ts'
import { DATA_VERSION } from './answer-seal.ts'
import { queryClient } from './query-client.ts'
import { setForgetful } from './storage-trouble.ts'

const BOOT_PREFIX = 'haulyard:boot:'
const LAST_USER_KEY = 'haulyard:last-user'
const ME = ['boot', 'me'] as const
const LAST_CONTACT = ['boot', 'last-contact'] as const
/** How long the device shows data to a person of whom the server has said nothing. */
export const LOCK_AFTER_MS = 14 * 24 * 60 * 60_000
/** The moment of contact is written at most so often: each write is of the whole boot state. */
const CONTACT_EVERY_MS = 60_000

queryClient.setQueryDefaults(['boot'], { gcTime: Number.POSITIVE_INFINITY, meta: { isBoot: true } })
/** When the server last answered this person, in milliseconds since 1970; null when it never did on this device. */
let lastContact: number | null = null

const keeperOf = (userId: string) =>
  createSyncStoragePersister({ storage: bootStorage, key: BOOT_PREFIX + userId, throttleTime: 0 })

/** Whose boot state is being written. The persister writes a moment after it was asked to, when that one may have left. */
let written: string | null = null

const bootStorage = {
  getItem: (key: string) => readItem('local', key),
  setItem: (key: string, value: string) => {
    if (key !== BOOT_PREFIX + written) return
    setForgetful(!writeItem('local', key, value))
  },
  removeItem: (key: string) => removeItem('local', key),
}

/** Takes the boot queries into the cache, synchronously; what can't be read is dropped. */
function restore(userId: string): void {
  const keeper = keeperOf(userId)
  try {
    const kept = keeper.restoreClient()
    if (kept === undefined || 'then' in kept || kept.buster !== `${DATA_VERSION}`) return
    hydrate(queryClient, kept.clientState)
  } catch {
    // Half-written or of another program: as if nothing were there.
    removeItem('local', BOOT_PREFIX + userId)
  }
}

/** Whether the server was heard too long ago; also, whatever the clock was then, if that lies as far ahead. */
const isTooLongAgo = (contact: number, now: number) => Math.abs(now - contact) > LOCK_AFTER_MS

/** When the server last answered the person of this page, in milliseconds since 1970; null when it never did here. */
export function lastContactAt(): number | null {
  return lastContact
}
/** Whether a page that stays open has not heard the server for so long that it must close. */
export function isDueToLock(now: number): boolean {
  return lastContact !== null && isTooLongAgo(lastContact, now)
}

/**
 * What this device knows of a person before the first frame; where nothing is left of it, what `kept` says. `isLocked`: too
 * long ago to be shown.
 */
export function recallBoot(
  userId: string | null,
  now: number,
  kept?: KeptPerson,
): { user: CurrentUser | null; isLocked: boolean } {
  if (userId === null) return { user: null, isLocked: false }
  restore(userId)
  const person = currentUser.safeParse(kept?.user)
  if (kept && person.data && String(person.data.id) === userId && queryClient.getQueryData(ME) === undefined) {
    queryClient.setQueryData(ME, person.data)
    queryClient.setQueryData(LAST_CONTACT, kept.heardAt)
  }
  const user = currentUser.safeParse(queryClient.getQueryData(ME))
  const contact = queryClient.getQueryData(LAST_CONTACT)
  if (!user.success || String(user.data.id) !== userId) return { user: null, isLocked: false }
  lastContact = typeof contact === 'number' ? contact : null
  return { user: user.data, isLocked: typeof contact !== 'number' || isTooLongAgo(contact, now) }
}

/** Keeps who is signed in, and that the server said so now. */
export function rememberBoot(user: CurrentUser, now: number): void {
  queryClient.setQueryData(ME, user)
  queryClient.setQueryData(LAST_CONTACT, now)
  lastContact = now
  save(String(user.id))
  writeItem('local', LAST_USER_KEY, String(user.id))
}

/** Notes that the server has answered this person, and so taken the sign-in for good. */
export function rememberContact(userId: number, now: number): void {
  const before = lastContact
  if (before !== null && Math.abs(now - before) < CONTACT_EVERY_MS) return
  queryClient.setQueryData(LAST_CONTACT, now)
  lastContact = now
  save(String(userId))
}

function save(userId: string): void {
  written = userId
  const clientState = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.meta?.isBoot === true && query.state.data !== undefined,
    shouldDehydrateMutation: () => false,
  })
  void keeperOf(userId).persistClient({ timestamp: Date.now(), buster: `${DATA_VERSION}`, clientState })
}

/** Whoever is signed in leaves: nothing is written of that person from now on. */
export function closeBoot(): void {
  written = null
  lastContact = null
}
export function lastUser(): string | null {
  return readItem('local', LAST_USER_KEY)
}
export function forgetBoot(userId: string): void {
  removeItem('local', BOOT_PREFIX + userId)
  if (lastUser() === userId) removeItem('local', LAST_USER_KEY)
}
/** The people of whom this device keeps a boot state. */
export function bootedUsers(): readonly string[] {
  return itemKeys('local').flatMap((key) => (key.startsWith(BOOT_PREFIX) ? [key.slice(BOOT_PREFIX.length)] : []))
}
