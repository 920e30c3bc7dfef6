import { stripVTControlCharacters } from 'node:util'

/** The result of one run of one test. A static check counts as a test without a file. */
export interface Result {
  /** The path from the project's root, with `/`. Empty for a static check, the build, or the run of a whole step. */
  readonly file: string
  /** The full name with the names of its groups. Together with `file` it identifies the test within its step. */
  readonly title: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly seconds: number
  /** The reason for a failure or a skip; empty for none. */
  readonly words: string
  /** Absolute paths of files with more about a failure: a trace, a snapshot of the page. */
  readonly evidence: readonly string[]
}

/** The outcome of one run of a step. */
export interface Outcome {
  readonly results: readonly Result[]
  readonly seconds: number
  /** The complete output of the tool. */
  readonly output: string
  /** A short note that is printed after the step's name: the database, the browser. */
  readonly remark?: string
}

/** A part of the run with its own name, tool and time. */
export interface Step {
  readonly name: string
  /** The list of slowest tests that its tests appear in. Checks appear in none. */
  readonly kind: 'check' | 'test' | 'journey'
  run(): Promise<Outcome>
  /** Runs the failed tests again, one at a time, while nothing else runs. */
  again(failed: readonly Result[]): Promise<Outcome>
}

/** A step that could not run, and the reason. */
export interface SkippedStep {
  readonly name: string
  readonly reason: string
}

/** The title of a failure without a failed test: the tool was interrupted, reported nothing, or found no test. */
export const WHOLE_STEP = 'the run itself'
/** The title of a failure of a file that could not run, or that failed before or after its tests. */
export const WHOLE_FILE = 'the file itself'

/** A failure of the whole step. */
export function wholeStepFailed(words: string): Result {
  return { file: '', title: WHOLE_STEP, status: 'failed', seconds: 0, words, evidence: [] }
}

/** The results that correspond to a failure: the same test, or all tests of a failed file or step. */
function resultsFor({ file, title }: Result, results: readonly Result[]): readonly Result[] {
  if (title === WHOLE_STEP) return results
  const ofFile = results.filter((one) => one.file === file)
  return title === WHOLE_FILE ? ofFile : ofFile.filter((one) => one.title === title)
}

/** Whether an earlier failure has passed now: a corresponding result passed, and none failed. */
export function hasPassed(failed: Result, now: readonly Result[]): boolean {
  const answers = resultsFor(failed, now)
  return answers.some(({ status }) => status === 'passed') && answers.every(({ status }) => status !== 'failed')
}

const RUNNERS_STACK = /^ +at .*node_modules.*\n?|^ +at new Promise \(<anonymous>\)\n?/gm

/** A failure's message without color codes and without the stack lines of the test runner. */
export const plainWords = (words: string): string =>
  stripVTControlCharacters(words).replaceAll(RUNNERS_STACK, '').trim()
