import { type Suite, suiteOf } from './suites.ts'

/** The content of a run: everything, or selected files of each suite and selected static checks. */
export interface Selection {
  /** A description for the output: "everything", "what “drivers” names", "what 3 changed files affect". */
  readonly about: string
  /** Static checks to run, by their names in `scripts/checks.mjs`. */
  readonly checks: 'all' | readonly string[]
  /** Test files of each suite, as sorted paths from the root. A suite without files is not run. */
  readonly files: Readonly<Record<Suite, 'all' | readonly string[]>>
  /** Steps to run completely, whatever `files` contains: a word matched their name. */
  readonly wholeSteps: readonly string[]
  /** Whether the app is built and its byte budgets are checked. */
  readonly needsBuild: boolean
}

const ALL = { unit: 'all', alone: 'all', boundaries: 'all', server: 'all', journeys: 'all' } as const

/** A selection of everything. */
export function everything(about = 'everything'): Selection {
  return { about, checks: 'all', files: ALL, wholeSteps: [], needsBuild: true }
}

const NONE = { unit: [], alone: [], boundaries: [], server: [], journeys: [] } as const

/** A selection of the static checks only. */
export function staticChecks(): Selection {
  return { about: 'the static checks', checks: 'all', files: NONE, wholeSteps: [], needsBuild: false }
}

/**
 * The selected files of a step.
 * @param step its name in the report, and its suite
 */
export function filesOf(
  selection: Selection,
  step: { readonly name: string; readonly of: Suite },
): 'all' | readonly string[] {
  return selection.wholeSteps.includes(step.name) ? 'all' : selection.files[step.of]
}

/** Groups test files by suite. Other files are left out. */
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
