import { globMatches } from './glob.ts'

/** The checks to run when a file in `paths` changes, in addition to the tests that import it. */
export interface Row {
  /** The name of the paths, for the list of reasons in test-results/selected.txt. */
  readonly name: string
  /** Globs from the root. */
  readonly paths: readonly string[]
  /** Globs of tests. */
  readonly tests?: readonly string[]
  /** Journeys: the paths of their files in any folder of e2e, without `.spec.ts`. */
  readonly journeys?: readonly string[]
  /** Names of static checks. */
  readonly checks?: readonly string[]
  /** All areas use these files, so dependents are followed through composition roots too. */
  readonly isMachinery?: true
  /** A change selects everything. */
  readonly isEverything?: true
}

export function matchesAnyGlob(path: string, globs: readonly string[] = []): boolean {
  return globs.some((glob) => globMatches(path, glob))
}

const journeyFile = (name: string): string => `e2e/**/${name}.spec.ts`

export function filesOfGlobs(globs: readonly string[], tree: Iterable<string>): readonly string[] {
  return globs.length === 0 ? [] : [...tree].filter((path) => matchesAnyGlob(path, globs))
}

/** The files of the tree that a row names: tests and journeys. */
export function filesOfRow({ tests = [], journeys = [] }: Row, tree: Iterable<string>): readonly string[] {
  return filesOfGlobs([...tests, ...journeys.map(journeyFile)], tree)
}
