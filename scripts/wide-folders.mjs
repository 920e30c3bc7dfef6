import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.mjs'

/** The most files of one folder; its subfolders are not counted. */
const MAX_FILES = 25
const FOLDERS = ['contract', 'src', 'sw', 'server', 'tests', 'e2e', 'scripts', 'bench', 'docs']
/** What devices have kept, a file for each version of a change: it grows with every one. */
const CORPUS = 'tests/src/areas/corpus'

/** @returns {string[]} the folders within `path`, itself included */
function foldersUnder(/** @type {string} */ folder, /** @type {string} */ path) {
  if (!statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory()) return []
  const within = readdirSync(join(folder, path), { withFileTypes: true }).filter((one) => one.isDirectory())
  return [path, ...within.flatMap(({ name }) => foldersUnder(folder, `${path}/${name}`))]
}

/** Every folder below `folder` with more files than a reader can take in, as `path wide-folder: what it says`. */
export function wideFolders(folder = root) {
  return FOLDERS.flatMap((top) => foldersUnder(folder, top)).flatMap((path) => {
    const files = readdirSync(join(folder, path), { withFileTypes: true }).filter((one) => one.isFile())
    if (path === CORPUS || files.length <= MAX_FILES) return []
    return [`${path} wide-folder: It has ${files.length} files, and ${MAX_FILES} at most: sort them into rooms.`]
  })
}
