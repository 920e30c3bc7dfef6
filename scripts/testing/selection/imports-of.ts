import { posix } from 'node:path'
import { globMatches } from './glob.ts'

/** The project files that a module names, as paths from the root. */
export interface Imports {
  /** Files whose code it runs. */
  readonly runs: readonly string[]
  /** Files from which it imports only types. */
  readonly types: readonly string[]
  /** Files that it starts as programs or reads. */
  readonly reads: readonly string[]
}

/** Relative imports, and imports with `#` (`imports` in package.json). Packages are ignored. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])((?:\.{1,2}\/|#)[^'"\n]+)\1/g
const TYPE_IMPORT = /\b(?:import|export)\s+type\s[^'"]*?\bfrom\s*(['"])([^'"]+)\1/g
const QUOTED = /(['"`])([\w.@$*/-]+\/[\w.@$*-]+)\1/g
/**
 * The folders whose quoted paths count. Other folders mention files without reading them; the two exceptions invent
 * files.
 */
const READING_FOLDERS = /^(?:tests\/(?!(?:boundaries|scripts)\/)|e2e\/|bench\/)/
/** The two ways to load modules by a glob: Vite's, and the server's. */
const FINDS_BY_GLOB = /\bimport\.meta\.glob\b|\bloadModules\(/
const URL_IMPORT = /\bnew URL\(\s*(['"])([^'"]+)\1\s*,\s*import\.meta\.url/g

/** Converts a path as written in the file `from` to a path from the root. */
function pathOf(written: string, from: string): string {
  if (written.startsWith('#')) return written.slice(1)
  return /^\.{1,2}\//.test(written) ? posix.join(posix.dirname(from), written) : written
}

/**
 * Finds the files that a module names, without parsing it: static and dynamic imports, workers, and globs. Every import
 * in this project contains the complete file name, so no path must be guessed. Tests also start programs and read files
 * by their path from the root. A path that is only mentioned counts too: it selects a needless test and misses none.
 * @param path the module's path from the root
 * @param known all files that can be named
 */
export function importsOf(path: string, text: string, known: ReadonlySet<string>): Imports {
  const written = (found: RegExp, within = text) => [...within.matchAll(found)].map(([, , one = '']) => one)
  const files = (all: readonly string[]) =>
    [...new Set(all.map((one) => pathOf(one, path)))].filter((file) => known.has(file) && file !== path)
  const quoted = written(QUOTED)
  const globs = FINDS_BY_GLOB.test(text) ? quoted.filter((one) => one.includes('*')) : []
  const globbed = globs.flatMap((glob) => [...known].filter((file) => globMatches(file, pathOf(glob, path))))
  const urls = written(URL_IMPORT).map((one) => (one.startsWith('#') ? one : `./${one}`))
  const runs = files([...written(IMPORT, text.replaceAll(TYPE_IMPORT, '')), ...urls, ...globbed])
  return {
    runs,
    types: files(written(TYPE_IMPORT)).filter((file) => !runs.includes(file)),
    reads: READING_FOLDERS.test(path) ? files(quoted.filter((one) => !one.startsWith('.'))) : [],
  }
}
