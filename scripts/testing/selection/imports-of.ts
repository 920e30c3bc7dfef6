import { posix } from 'node:path'
import { isMeant } from './glob.ts'

/** Whom a file names. */
export interface Imports {
  /** Those whose code it runs. */
  readonly runs: readonly string[]
  /** Those of which it takes types alone. */
  readonly types: readonly string[]
  /** Those that it starts as programs, or reads, from the root. */
  readonly reads: readonly string[]
}

/** Relative, or of the `imports` in package.json; packages are of no interest. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])((?:\.{1,2}\/|#)[^'"\n]+)\1/g
const OF_TYPES = /\b(?:import|export)\s+type\s[^'"]*?\bfrom\s*(['"])([^'"]+)\1/g
const QUOTED = /(['"`])([\w.@$*/-]+\/[\w.@$*-]+)\1/g
/** Other folders speak of files that they neither start nor read; these two make up trees of their own. */
const READS = /^(?:tests\/(?!(?:boundaries|scripts)\/)|e2e\/|bench\/)/
/** Modules that are found by a glob: the build's own way, and the server's. */
const FINDS_BY_GLOB = /\bimport\.meta\.glob\b|\bloadModules\(/
const OF_URL = /\bnew URL\(\s*(['"])([^'"]+)\1\s*,\s*import\.meta\.url/g

/** A path from the root for what is written in a file. */
function named(written: string, from: string): string {
  if (written.startsWith('#')) return written.slice(1)
  return /^\.{1,2}\//.test(written) ? posix.join(posix.dirname(from), written) : written
}

/**
 * Reads whom a module names, without parsing it: what it imports, now or later, starts as a worker or finds by a glob of
 * the bundler. Every import here ends in the file's own name, so a path needs no guessing. Tests also start programs and
 * read files by their path from the root; one that is only spoken of is one too many, which costs a test and hides nothing.
 * @param path of the module, from the root
 * @param known every file that can be named
 */
export function importsOf(path: string, text: string, known: ReadonlySet<string>): Imports {
  const written = (found: RegExp, within = text) => [...within.matchAll(found)].map(([, , one = '']) => one)
  const files = (all: readonly string[]) =>
    [...new Set(all.map((one) => named(one, path)))].filter((file) => known.has(file) && file !== path)
  const quoted = written(QUOTED)
  const globs = FINDS_BY_GLOB.test(text) ? quoted.filter((one) => one.includes('*')) : []
  const globbed = globs.flatMap((glob) => [...known].filter((file) => isMeant(file, named(glob, path))))
  const urls = written(OF_URL).map((one) => (one.startsWith('#') ? one : `./${one}`))
  const runs = files([...written(IMPORT, text.replaceAll(OF_TYPES, '')), ...urls, ...globbed])
  return {
    runs,
    types: files(written(OF_TYPES)).filter((file) => !runs.includes(file)),
    reads: READS.test(path) ? files(quoted.filter((one) => !one.startsWith('.'))) : [],
  }
}
