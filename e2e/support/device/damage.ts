import { readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

/** Damage to the profile of a browser that is not running, as by a crash, a power cut or a cleaning program. */

async function pathEndingWith(folder: string, ending: string): Promise<string> {
  const name = (await readdir(folder)).find((one) => one.endsWith(ending))
  if (name === undefined) throw new Error(`nothing in ${folder} ends with ${ending}`)
  return join(folder, name)
}

const databases = (profile: string) => join(profile, 'Default', 'IndexedDB')

/**
 * Cuts the last bytes off IndexedDB's newest log, like a write torn by a power cut. Chromium notices this not at the
 * next start but at the one after it, and then drops every database of the origin.
 */
export async function tearIndexedDb(profile: string, bytes = 3): Promise<void> {
  const folder = await pathEndingWith(databases(profile), '.indexeddb.leveldb')
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log')).sort()
  const newest = join(folder, logs.at(-1) ?? '')
  const { size } = await stat(newest)
  if (size > bytes) await truncate(newest, size - bytes)
}

/** Removes every database of every origin. */
export async function wipeIndexedDb(profile: string): Promise<void> {
  await rm(databases(profile), { recursive: true, force: true })
}

/** Removes everything in Cache Storage: the outbox's mirror and the app's files. */
export async function wipeCacheStorage(profile: string): Promise<void> {
  await rm(join(profile, 'Default', 'Service Worker', 'CacheStorage'), { recursive: true, force: true })
}

export async function wipeLocalStorage(profile: string): Promise<void> {
  await rm(join(profile, 'Default', 'Local Storage'), { recursive: true, force: true })
}

/** Removes the cookies, as if they had never reached the disk. */
export async function wipeCookies(profile: string): Promise<void> {
  for (const name of ['Cookies', 'Cookies-journal', 'Network/Cookies', 'Network/Cookies-journal'])
    await rm(join(profile, 'Default', name), { force: true })
}
