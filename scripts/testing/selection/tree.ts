import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/places.mjs'

/** What .gitignore leaves out, and git's own; git is not asked, for a copy of the tree may be none of its. */
export const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', '.cache'])

function filesUnder(folder: string, path: string): readonly string[] {
  const within = (entry: Dirent) => {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    if (path === '' && NOT_OURS.has(entry.name)) return []
    return entry.isDirectory() ? filesUnder(folder, inner) : [inner]
  }
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap(within)
}

/** Every file of the project, as paths from its root, sorted. */
export const filesOfTree = (folder = root): readonly string[] => filesUnder(folder, '').toSorted()

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
