import { readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

/** What a crash, a power cut or a cleaning program does to a browser's profile while the browser does not run. */

async function inside(folder: string, ending: string): Promise<string> {
  const name = (await readdir(folder)).find((one) => one.endsWith(ending))
  if (name === undefined) throw new Error(`nothing in ${folder} ends with ${ending}`)
  return join(folder, name)
}

const databases = (profile: string) => join(profile, 'Default', 'IndexedDB')

/**
 * Cuts the last bytes off IndexedDB's newest log, as a write that was torn by a power cut. Chromium notices at the start
 * after the next one, and then drops every database of the origin.
 */
export async function tearIndexedDb(profile: string, bytes = 3): Promise<void> {
  const folder = await inside(databases(profile), '.indexeddb.leveldb')
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log')).sort()
  const newest = join(folder, logs.at(-1) ?? '')
  const { size } = await stat(newest)
  if (size > bytes) await truncate(newest, size - bytes)
}

/** Every database of every origin. */
export async function wipeIndexedDb(profile: string): Promise<void> {
  await rm(databases(profile), { recursive: true, force: true })
}

/** Everything in Cache Storage: the mirror, and the app's own files. */
export async function wipeCacheStorage(profile: string): Promise<void> {
  await rm(join(profile, 'Default', 'Service Worker', 'CacheStorage'), { recursive: true, force: true })
}

export async function wipeLocalStorage(profile: string): Promise<void> {
  await rm(join(profile, 'Default', 'Local Storage'), { recursive: true, force: true })
}

/** Cookies that never reached the disk. */
export async function wipeCookies(profile: string): Promise<void> {
  for (const name of ['Cookies', 'Cookies-journal', 'Network/Cookies', 'Network/Cookies-journal'])
    await rm(join(profile, 'Default', name), { force: true })
}
