import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder that holds the server and the contract. */
const ROOT = join(import.meta.dirname, '..', '..')

/** A loaded file: its path from the root, with slashes, and what it exports. */
export interface LoadedModule {
  readonly path: string
  readonly exports: Readonly<Record<string, unknown>>
}

/** Loads every file that a glob finds, in the order of their paths. Rejects when it finds none, and when one can't be loaded. */
export async function loadModules(glob: string): Promise<readonly LoadedModule[]> {
  const paths = globSync(glob, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
  if (paths.length === 0) throw new Error(`no file of ${ROOT} is called ${glob}`)
  return Promise.all(paths.map(async (path) => ({ path, exports: await import(pathToFileURL(join(ROOT, path)).href) })))
}
