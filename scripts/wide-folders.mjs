import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.mjs'

/** The most files in one folder, without its subfolders. */
const MAX_FILES = 25
const FOLDERS = ['contract', 'src', 'sw', 'server', 'tests', 'e2e', 'scripts', 'bench', 'docs']
/**
 * Stored entries of all versions, one file per command version. It grows with every new version, so it has no limit.
 */
const CORPUS = 'tests/src/areas/corpus'

/** @returns {string[]} `path` and all folders in it */
function foldersUnder(/** @type {string} */ folder, /** @type {string} */ path) {
  if (!statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory()) return []
  const within = readdirSync(join(folder, path), { withFileTypes: true }).filter((one) => one.isDirectory())
  return [path, ...within.flatMap(({ name }) => foldersUnder(folder, `${path}/${name}`))]
}

/** A message for every folder under `folder` with too many files, as `path wide-folder: text`. */
export function wideFolders(folder = root) {
  return FOLDERS.flatMap((top) => foldersUnder(folder, top)).flatMap((path) => {
    const files = readdirSync(join(folder, path), { withFileTypes: true }).filter((one) => one.isFile())
    if (path === CORPUS || files.length <= MAX_FILES) return []
    return [`${path} wide-folder: It has ${files.length} files; the limit is ${MAX_FILES}. Sort them into subfolders.`]
  })
}
