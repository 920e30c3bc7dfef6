import { type Imports, importsOf } from './imports-of.ts'
import { filesOfTree, textOf } from './tree.ts'

const IS_MODULE = /\.(?:tsx?|m?js)$/

/** The import graph of the tree, searched from an imported file to its importers. */
export interface ImportGraph {
  /** Every file of the tree, and the deleted files, which can still be imported. */
  readonly files: ReadonlySet<string>
  readonly importsOf: (path: string) => Imports
  /** The file itself and its direct and indirect dependents, each with the file through which it was found. */
  readonly dependents: (path: string, follow: Follow) => ReadonlyMap<string, string>
}

export interface Follow {
  /** Follows the imports that the compiler sees, including types, instead of the imports that run. */
  readonly forTypes?: boolean
  /** Whether to follow the import of `imported` by `importer`. All imports are followed by default. */
  readonly counts?: (importer: string, imported: string) => boolean
}

const NOTHING: Imports = { runs: [], types: [], reads: [] }

/** @param deletedFiles files that still name them are their dependents */
export function importGraph(deletedFiles: readonly string[] = []): ImportGraph {
  const existingFiles = filesOfTree()
  const files = new Set([...existingFiles, ...deletedFiles])
  const imports = new Map(
    existingFiles.filter((path) => IS_MODULE.test(path)).map((path) => [path, importsOf(path, textOf(path), files)]),
  )
  return graphOf(files, imports)
}

/** Each imported file → its importers, for these kinds of imports. */
function importersBy(kinds: readonly (keyof Imports)[], imports: ReadonlyMap<string, Imports>) {
  const importers = new Map<string, string[]>()
  for (const [importer, named] of imports) {
    for (const imported of kinds.flatMap((kind) => named[kind])) {
      importers.set(imported, [...(importers.get(imported) ?? []), importer])
    }
  }
  return importers
}

/** The graph of files from their imports. */
export function graphOf(files: ReadonlySet<string>, imports: ReadonlyMap<string, Imports>): ImportGraph {
  const running = importersBy(['runs', 'reads'], imports)
  const compiled = importersBy(['runs', 'types'], imports)

  function dependents(path: string, { forTypes = false, counts = () => true }: Follow): ReadonlyMap<string, string> {
    const found = new Map([[path, path]])
    for (const [imported] of found) {
      for (const importer of (forTypes ? compiled : running).get(imported) ?? []) {
        if (!found.has(importer) && counts(importer, imported)) found.set(importer, imported)
      }
    }
    return found
  }
  return { files, importsOf: (path) => imports.get(path) ?? NOTHING, dependents }
}
