import { type Imports, importsOf } from './imports-of.ts'
import { filesOfTree, textOf } from './tree.ts'

const IS_MODULE = /\.(?:tsx?|m?js)$/

/** Who names whom, the way back: for each file those that fall with it. */
export interface ImportGraph {
  /** Every file of the tree, and those that are gone and still named. */
  readonly files: ReadonlySet<string>
  readonly importsOf: (path: string) => Imports
  /** All that depend on a file, near and far, itself included; each with the file through which it was found. */
  readonly dependents: (path: string, follow: Follow) => ReadonlyMap<string, string>
}

export interface Follow {
  /** What a compiler sees, which is types too, rather than what runs. */
  readonly forTypes?: boolean
  /** Whether what `importer` takes of `imported` counts. */
  readonly counts?: (importer: string, imported: string) => boolean
}

const NOTHING: Imports = { runs: [], types: [], reads: [] }

/** @param gone files that were deleted: who names them still is their dependent */
export function importGraph(gone: readonly string[] = []): ImportGraph {
  const present = filesOfTree()
  const files = new Set([...present, ...gone])
  const imports = new Map(
    present.filter((path) => IS_MODULE.test(path)).map((path) => [path, importsOf(path, textOf(path), files)]),
  )
  return graphOf(files, imports)
}

/** Who names each file, of one kind or another. */
function importersBy(kinds: readonly (keyof Imports)[], imports: ReadonlyMap<string, Imports>) {
  const importers = new Map<string, string[]>()
  for (const [importer, named] of imports) {
    for (const imported of kinds.flatMap((kind) => named[kind])) {
      importers.set(imported, [...(importers.get(imported) ?? []), importer])
    }
  }
  return importers
}

/** The graph of files whose imports are known. */
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
