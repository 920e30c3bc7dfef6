import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PersonsBrowser } from '../browser.ts'
import { expect } from '../expect.ts'

/**
 * Whether a profile's local storage has these texts on disk. Chromium writes it seconds late, and when it is closed; but on
 * a busy machine it may end before it has.
 */
export async function hasStored(profile: string, texts: readonly string[]): Promise<boolean> {
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb')
  if (!existsSync(folder)) return false
  const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'))
  // A value that has a letter beyond Latin-1 is stored in two bytes a letter.
  const stored = (await Promise.all(files)).join().replaceAll('\0', '')
  return texts.every((text) => stored.includes(text))
}

/** Waits until the device has on disk that somebody is signed in, and who that is: it is so after the next start, too. */
export async function isRemembered({ profile }: PersonsBrowser): Promise<void> {
  const stored = () => hasStored(profile, ['haulyard:signed-in', 'haulyard:boot:'])
  await expect.poll(stored, { timeout: 30_000 }).toBe(true)
}
