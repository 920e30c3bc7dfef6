import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { dehydrate, hydrate } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type CurrentUser, currentUser } from '#contract/wire/current-user.ts'
import { clockLag } from '#src/browser/company-clock.ts'
import { fromBase64, toBase64 } from '#src/seal/base64.ts'
import { aboutOf, openText, type Sealer, sealText } from '#src/seal/sealer.ts'
import { type Lock, type Memory, NO_MEMORY } from '#src/session/memory.ts'
import type { KeptPerson } from '#src/session/tokens/token-vault.ts'
import { itemKeys, readItem, removeItem, writeItem } from '#src/session/web-storage.ts'
import { DATA_VERSION } from './query-storage/answer-seal.ts'
import { queryClient } from './query-storage/query-client.ts'
import { setForgetful } from './query-storage/storage-trouble.ts'

const BOOT_PREFIX = 'haulyard:boot:'
/** Where older versions of the app kept who was here last. */
const FORMER_LAST_USER = 'haulyard:last-user'
const ME = ['boot', 'me'] as const
const LAST_CONTACT = ['boot', 'last-contact'] as const
/** How long the device shows data to a person of whom the server has said nothing. */
export const LOCK_AFTER_MS = 14 * 24 * 60 * 60_000
/** The moment of contact is written at most so often: each write is of the whole boot state. */
const CONTACT_EVERY_MS = 60_000

queryClient.setQueryDefaults(['boot'], { gcTime: Number.POSITIVE_INFINITY, meta: { isBoot: true } })
/** When the server last answered this person, by its own clock as far as that is known; null when it never did here. */
let lastContact: number | null = null

const keeperOf = (userId: string) =>
  createSyncStoragePersister({ storage: bootStorage, key: BOOT_PREFIX + userId, throttleTime: 0 })

interface OpenBoot {
  readonly key: string
  readonly sealer: Sealer
  /** What is kept, opened; null when nothing is, or it does not open. */
  readonly text: string | null
}
/** Whose boot state is read and written. The persister writes a moment after it was asked to, when that one may have left. */
let open: OpenBoot | null = null
/** How often something was to be written: of two writes the later one stands, whichever is sealed first. */
let writes = 0

const aboutBoot = (key: string) => aboutOf('boot', key)

async function writeSealed({ key, sealer }: OpenBoot, text: string): Promise<void> {
  writes += 1
  const own = writes
  const sealed = toBase64(await sealer.seal(new TextEncoder().encode(text), aboutBoot(key)))
  if (own === writes && open?.key === key) setForgetful(!writeItem('local', key, sealed))
}

/** The persister is synchronous: what it reads was opened before, and what it writes is sealed and written after. */
const bootStorage = {
  getItem: (key: string) => (open?.key === key ? open.text : null),
  setItem: (key: string, text: string) => {
    if (open?.key === key) void writeSealed(open, text)
  },
  removeItem: (key: string) => removeItem('local', key),
}

/** Opens the boot state of a user in place of any other one. What does not open, or was kept in clear, is as good as gone. */
async function openBoot(userId: string, sealer: Sealer): Promise<void> {
  const key = BOOT_PREFIX + userId
  const sealed = fromBase64(readItem('local', key) ?? '')
  const text = sealed === null ? null : await openText(sealer, sealed, aboutBoot(key))
  open = { key, sealer, text }
}

/** Takes the boot queries into the cache; what can't be read is dropped. */
function restore(userId: string): void {
  const keeper = keeperOf(userId)
  try {
    const kept = keeper.restoreClient()
    if (kept === undefined || 'then' in kept || kept.buster !== `${DATA_VERSION}`) return
    hydrate(queryClient, kept.clientState)
  } catch {
    // Of another program: as if nothing were there.
    removeItem('local', BOOT_PREFIX + userId)
  }
}

/**
 * Whether what is kept closes: the server was heard too long ago. Where that lies as far ahead, it is the clock that is
 * wrong: that opens nothing, and is no reason to give anything up.
 */
function lockOf(contact: number | null, now: number): Lock | null {
  if (contact === null || now - contact > LOCK_AFTER_MS) return 'locked'
  return contact - now > LOCK_AFTER_MS ? 'wrong_clock' : null
}

/** When the server last answered the person of this page, by this device's clock; null when it never did here. */
export function lastContactAt(): number | null {
  return lastContact === null ? null : lastContact - clockLag()
}
/** Why a page that stays open must close now; null while it need not. */
export function dueLock(now: number): Lock | null {
  return lastContact === null ? null : lockOf(lastContact, now)
}

/**
 * What this device knows of a user before the first frame; where nothing is left of it, what `kept` says. `lock`: why
 * it is not to be shown. Times are in milliseconds since 1970, by `companyNow`.
 */
export async function recallBoot(userId: string, sealer: Sealer, now: number, kept?: KeptPerson): Promise<Memory> {
  await openBoot(userId, sealer)
  restore(userId)
  const person = kept === undefined ? null : await openPerson(userId, sealer, kept)
  if (person !== null && String(person.user.id) === userId && queryClient.getQueryData(ME) === undefined) {
    queryClient.setQueryData(ME, person.user)
    queryClient.setQueryData(LAST_CONTACT, person.heardAt)
  }
  const user = currentUser.safeParse(queryClient.getQueryData(ME))
  const contact = queryClient.getQueryData(LAST_CONTACT)
  if (!user.success || String(user.data.id) !== userId) return NO_MEMORY
  lastContact = typeof contact === 'number' ? contact : null
  return { user: user.data, lock: lockOf(lastContact, now) }
}

const keptPerson = z.object({ user: currentUser, heardAt: z.number() })
const aboutPerson = (userId: string) => aboutOf('person', userId)

/** A user as the vault keeps one beside the tokens, and when the server said so, in milliseconds since 1970. */
export async function sealPerson(sealer: Sealer, user: CurrentUser, heardAt: number): Promise<KeptPerson> {
  return { sealed: await sealText(sealer, JSON.stringify({ user, heardAt }), aboutPerson(String(user.id))) }
}

async function openPerson(userId: string, sealer: Sealer, { sealed }: KeptPerson) {
  // Older versions of the app kept it in clear.
  const text = sealed instanceof Uint8Array ? await openText(sealer, sealed, aboutPerson(userId)) : null
  return text === null ? null : (keptPerson.safeParse(JSON.parse(text)).data ?? null)
}

/** Keeps who is signed in, and that the server said so now. */
export function rememberBoot(user: CurrentUser, sealer: Sealer, now: number): void {
  const key = BOOT_PREFIX + user.id
  if (open?.key !== key) open = { key, sealer, text: null }
  queryClient.setQueryData(ME, user)
  queryClient.setQueryData(LAST_CONTACT, now)
  lastContact = now
  save(String(user.id))
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
  const clientState = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.meta?.isBoot === true && query.state.data !== undefined,
    shouldDehydrateMutation: () => false,
  })
  void keeperOf(userId).persistClient({ timestamp: Date.now(), buster: `${DATA_VERSION}`, clientState })
}

/** Whoever is signed in leaves: nothing is written of that person from now on. */
export function closeBoot(): void {
  open = null
  lastContact = null
}
export function forgetBoot(userId: string): void {
  removeItem('local', BOOT_PREFIX + userId)
  removeItem('local', FORMER_LAST_USER)
}
/** The people of whom this device keeps a boot state. */
export function bootedUsers(): readonly string[] {
  return itemKeys('local').flatMap((key) => (key.startsWith(BOOT_PREFIX) ? [key.slice(BOOT_PREFIX.length)] : []))
}
