import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Whether a profile's local storage has these texts on disk. Chromium writes it seconds late, and when it is closed; on a
 * busy machine it may end before it has. To be asked while the browser does not run.
 */
export async function hasStored(profile: string, texts: readonly string[]): Promise<boolean> {
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb')
  const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1'))
  // A value that has a letter beyond Latin-1 is stored in two bytes a letter.
  const stored = (await Promise.all(files)).join().replaceAll('\0', '')
  return texts.every((text) => stored.includes(text))
}
