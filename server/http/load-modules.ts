import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder that contains `server/` and `contract/`. */
const ROOT = join(import.meta.dirname, '..', '..')

/** A loaded file: its path from the root, with forward slashes, and its exports. */
export interface LoadedModule {
  readonly path: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Loads all files that match a glob, in the order of their paths. Rejects when none matches or one can't be loaded. */
export async function loadModules(glob: string): Promise<readonly LoadedModule[]> {
  const paths = globSync(glob, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
  if (paths.length === 0) throw new Error(`no file of ${ROOT} is called ${glob}`)
  return Promise.all(paths.map(async (path) => ({ path, exports: await import(pathToFileURL(join(ROOT, path)).href) })))
}
