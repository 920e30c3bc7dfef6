import { type Suite, suiteOf } from './suites.ts'

/** What a run looks at: everything, or chosen files of each suite and chosen static checks. */
export interface Selection {
  /** Why, in words for the person: "everything", "what “drivers” names", "what 3 changed files affect". */
  readonly about: string
  /** Static checks to run, by their names in scripts/checks.mjs. */
  readonly checks: 'all' | readonly string[]
  /** Files of tests, as paths from the root, sorted. A suite with none is not run. */
  readonly files: Readonly<Record<Suite, 'all' | readonly string[]>>
  /** Steps that are run whole, whatever `files` says: those that a word named. */
  readonly wholeSteps: readonly string[]
  /** The app is built, and its bytes are weighed. */
  readonly needsBuild: boolean
}

const ALL = { unit: 'all', alone: 'all', boundaries: 'all', server: 'all', journeys: 'all' } as const

/** All there is. */
export function everything(about = 'everything'): Selection {
  return { about, checks: 'all', files: ALL, wholeSteps: [], needsBuild: true }
}

const NONE = { unit: [], alone: [], boundaries: [], server: [], journeys: [] } as const

/** The static checks alone. */
export function staticChecks(): Selection {
  return { about: 'the static checks', checks: 'all', files: NONE, wholeSteps: [], needsBuild: false }
}

/**
 * The files of one step's suite to run in it.
 * @param step as it is called in the report, with the suite that it runs
 */
export function filesOf(
  selection: Selection,
  step: { readonly name: string; readonly of: Suite },
): 'all' | readonly string[] {
  return selection.wholeSteps.includes(step.name) ? 'all' : selection.files[step.of]
}

/** Files of tests, each with its suite; what is no file of tests is left out. */
export function bySuite(paths: Iterable<string>): Record<Suite, readonly string[]> {
  const sorted = [...new Set(paths)].toSorted()
  const of = (suite: Suite) => sorted.filter((path) => suiteOf(path) === suite)
  return {
    unit: of('unit'),
    alone: of('alone'),
    boundaries: of('boundaries'),
    server: of('server'),
    journeys: of('journeys'),
  }
}
