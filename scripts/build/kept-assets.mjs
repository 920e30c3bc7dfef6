import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_DAYS = 30
const RECORD = 'kept-assets.json'

/** @returns {Record<string, number>} file name → when it stopped being current, in epoch milliseconds */
function readRecord(/** @type {string} */ folder) {
  const file = join(folder, RECORD)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * Copies the hashed assets of earlier builds into the next build, so that a page opened before an update still finds
 * its parts. Assets that no build has used for 30 days are dropped.
 * @param {string} last the absolute app folder of the previous build; it can be missing
 * @param {string} next the absolute app folder of the new build
 * @param {number} now epoch milliseconds
 * @returns {number} the number of copied files
 */
export function keepAssets(last, next, now) {
  if (!existsSync(join(last, 'assets'))) return 0
  const record = readRecord(last)
  /** @type {Record<string, number>} */
  const copiedAssets = {}
  mkdirSync(join(next, 'assets'), { recursive: true })
  for (const name of readdirSync(join(last, 'assets'))) {
    if (existsSync(join(next, 'assets', name))) continue
    const retiredAt = record[name] ?? now
    if (now - retiredAt > KEPT_DAYS * 86_400_000) continue
    copiedAssets[name] = retiredAt
    copyFileSync(join(last, 'assets', name), join(next, 'assets', name))
  }
  writeFileSync(join(next, RECORD), `${JSON.stringify(copiedAssets, null, 2)}\n`)
  return Object.keys(copiedAssets).length
}
