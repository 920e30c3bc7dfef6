import { stripVTControlCharacters } from 'node:util'

/** What one run of one test came to. A static check is a test of its own, without a file. */
export interface Result {
  /** From the project's root, with `/`; empty for what is not in a file: a static check, the build, the run of a whole step. */
  readonly file: string
  /** Its full name, with the groups that it stands in. Together with `file` it names the test within its step. */
  readonly title: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly seconds: number
  /** Why it failed, or why it was skipped; empty where nothing was said. */
  readonly words: string
  /** Files that tell more of a failure: a trace, the page as it was. Absolute paths. */
  readonly evidence: readonly string[]
}

/** What a step came to. */
export interface Outcome {
  readonly results: readonly Result[]
  readonly seconds: number
  /** All that the tool printed. */
  readonly output: string
  /** Worth a few words beside the step's name: which database, which browser. */
  readonly remark?: string
}

/** A part of the run that has a name, a tool and a time of its own. */
export interface Step {
  readonly name: string
  /** What its tests are called in the list of the slowest; steps without tests in files have none. */
  readonly kind: 'check' | 'test' | 'journey'
  run(): Promise<Outcome>
  /** Runs these alone: one after the other, and nothing beside them. */
  again(failed: readonly Result[]): Promise<Outcome>
}

/** What a step could not look at, and why. */
export interface SkippedStep {
  readonly name: string
  readonly reason: string
}

/** The title of a failure that no test explains: the tool broke off, reported nothing, or found no test. */
export const WHOLE_STEP = 'the run itself'
/** The title of a failure of a file whose tests could not be run, or that failed before or after them. */
export const WHOLE_FILE = 'the file itself'

/** A failure of the whole step. */
export function wholeStepFailed(words: string): Result {
  return { file: '', title: WHOLE_STEP, status: 'failed', seconds: 0, words, evidence: [] }
}

/** The results that answer for a failure: those of the same test, or of all that its title stands for. */
function answersFor({ file, title }: Result, results: readonly Result[]): readonly Result[] {
  if (title === WHOLE_STEP) return results
  const ofFile = results.filter((one) => one.file === file)
  return title === WHOLE_FILE ? ofFile : ofFile.filter((one) => one.title === title)
}

/** Whether a test that failed before has passed now: it ran, and nothing that answers for it failed. */
export function hasPassed(failed: Result, now: readonly Result[]): boolean {
  const answers = answersFor(failed, now)
  return answers.some(({ status }) => status === 'passed') && answers.every(({ status }) => status !== 'failed')
}

const RUNNERS_STACK = /^ +at .*node_modules.*\n?|^ +at new Promise \(<anonymous>\)\n?/gm

/** A failure's words as a person reads them: without colors, and without the lines of the runner's own stack. */
export const plainWords = (words: string): string =>
  stripVTControlCharacters(words).replaceAll(RUNNERS_STACK, '').trim()
