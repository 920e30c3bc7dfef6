import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserBrowser } from '../browser.ts'
import { expect } from '../expect.ts'

/**
 * Whether a profile's local storage has these texts on disk. Chromium writes local storage seconds late and when it
 * closes, but on a busy machine it may exit before it has written everything.
 */
export async function hasStored(profile: string, texts: readonly string[]): Promise<boolean> {
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb')
  if (!existsSync(folder)) return false
  const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'))
  // A value with a character outside Latin-1 is stored with two bytes per character.
  const stored = (await Promise.all(files)).join().replaceAll('\0', '')
  return texts.every((text) => stored.includes(text))
}

/** Waits until the sign-in and its user are on disk, so that the user is still signed in after the next start. */
export async function waitUntilRemembered({ profile }: UserBrowser): Promise<void> {
  const stored = () => hasStored(profile, ['haulyard:signed-in', 'haulyard:boot:'])
  await expect.poll(stored, { timeout: 30_000 }).toBe(true)
}
