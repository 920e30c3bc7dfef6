import { isMeant } from './glob.ts'

/** What is looked at when a file of some paths changes, beside the tests that import it. */
export interface Row {
  /** What the paths are, for the person who asks why a test runs. */
  readonly name: string
  /** Globs from the root. */
  readonly paths: readonly string[]
  /** Globs of tests. */
  readonly tests?: readonly string[]
  /** Journeys as their files in e2e are called, in whatever room, without `.spec.ts`. */
  readonly journeys?: readonly string[]
  /** Static checks, by their names. */
  readonly checks?: readonly string[]
  /** All that depends on these files counts, through composition roots too: what they do is done for every area. */
  readonly isMachinery?: true
  /** Nothing can be left out. */
  readonly isEverything?: true
}

export function isOneOf(path: string, globs: readonly string[] = []): boolean {
  return globs.some((glob) => isMeant(path, glob))
}

const journeyFile = (name: string): string => `e2e/**/${name}.spec.ts`

export function filesOfGlobs(globs: readonly string[], tree: Iterable<string>): readonly string[] {
  return globs.length === 0 ? [] : [...tree].filter((path) => isOneOf(path, globs))
}

/** The files of the tree that a row names: tests and journeys. */
export function filesOfRow({ tests = [], journeys = [] }: Row, tree: Iterable<string>): readonly string[] {
  return filesOfGlobs([...tests, ...journeys.map(journeyFile)], tree)
}
