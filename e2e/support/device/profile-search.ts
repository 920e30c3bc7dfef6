import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createFinder, needlesOf } from './needles.ts'
import { readingsOf } from './readings.ts'

/** A value found in a profile. */
export interface Finding {
  readonly value: string
  /** Path relative to the profile's folder. */
  readonly file: string
  /** Its encoding, and the formats that it was packed in. */
  readonly as: string
}

/**
 * Searches the profile of a closed browser for values in every encoding: as plain text, in JSON, in URLs, as base64, in
 * file names, in LevelDB and in compressed data. Each value must have at least four bytes. Does not find remains of
 * deleted files on the disk, nor a long text that SQLite split across two pages.
 */
export async function searchProfile(folder: string, values: readonly string[]): Promise<readonly Finding[]> {
  const short = values.filter((value) => Buffer.byteLength(value) < 4)
  if (short.length > 0) throw new Error(`too short to be told from chance: ${short.join(', ')}`)
  const find = createFinder(values.flatMap(needlesOf))
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

/** Paths of a profile's files. Skips sockets and links, with which a browser marks that it is running. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
