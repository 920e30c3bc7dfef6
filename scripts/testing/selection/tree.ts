import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/places.mjs'

/**
 * The folders that .gitignore excludes, and `.git`. Git itself is not used, because a copy of the tree has no
 * repository.
 */
export const IGNORED_FOLDERS = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', '.cache'])

function filesUnder(folder: string, path: string): readonly string[] {
  const within = (entry: Dirent) => {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    if (path === '' && IGNORED_FOLDERS.has(entry.name)) return []
    return entry.isDirectory() ? filesUnder(folder, inner) : [inner]
  }
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap(within)
}

/** All files of the project, as sorted paths from its root. */
export const filesOfTree = (folder = root): readonly string[] => filesUnder(folder, '').toSorted()

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
