import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { finderOf, needlesOf } from './needles.ts'
import { readingsOf } from './readings.ts'

/** A value that stands in a profile. */
export interface Finding {
  readonly value: string
  /** Below the folder of the profile. */
  readonly file: string
  /** How it is written there, and in what it was packed. */
  readonly as: string
}

/**
 * Searches the profile of a browser that was closed for values, in whatever way they stand there: as text of any kind, in
 * JSON, in addresses, as base64, in the names of files; in LevelDB and in what was packed too. A value is at least four
 * bytes. What a deleted file has left on the disk outside of any file is not looked at, and neither is a long text that
 * SQLite has cut over two pages.
 */
export async function searchProfile(folder: string, values: readonly string[]): Promise<readonly Finding[]> {
  const short = values.filter((value) => Buffer.byteLength(value) < 4)
  if (short.length > 0) throw new Error(`too short to be told from chance: ${short.join(', ')}`)
  const find = finderOf(values.flatMap(needlesOf))
  const findings = new Map<string, Finding>()
  for (const file of filesBelow(folder)) {
    const path = join(folder, file)
    const name = { how: 'the name of the file', bytes: Buffer.from(file) }
    for (const { how, bytes } of [name, ...(await readingsOf(path, readFileSync(path)))]) {
      for (const { value, as } of find(bytes)) {
        const finding = { value, file, as: how === '' ? as : `${as}, in ${how}` }
        findings.set(JSON.stringify(finding), finding)
      }
    }
  }
  return [...findings.values()]
}

/** The files of a profile, each below it. Sockets and links, by which a browser knows that it runs, are none. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
