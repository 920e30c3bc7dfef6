import { isAbsolute } from 'node:path'
import { plainWords, type Result, wholeStepFailed } from './outcome.ts'
import { pathFrom } from './places.ts'

interface Try {
  readonly status: string
  readonly duration: number
  readonly errors?: readonly { readonly message?: string; readonly snippet?: string }[]
  readonly attachments?: readonly { readonly path?: string }[]
  readonly annotations?: readonly { readonly type: string; readonly description?: string }[]
}
interface Suite {
  readonly title: string
  readonly file: string
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly { readonly results: readonly Try[] }[]
  }[]
}

/** The parts of Playwright's JSON report that are used here. */
export interface JourneyReport {
  readonly config?: { readonly rootDir?: string }
  readonly suites?: readonly Suite[]
  readonly errors?: readonly OutsideError[]
}

/** An error outside of any journey, most often a file that can't be read. */
interface OutsideError {
  readonly message?: string
  readonly location?: { readonly file: string; readonly line: number }
}

const FAILED = new Set(['failed', 'timedOut', 'interrupted'])

function statusOf(tried: Try | undefined): Result['status'] {
  if (tried?.status === 'passed') return 'passed'
  return tried && FAILED.has(tried.status) ? 'failed' : 'skipped'
}

function wordsOf(tried: Try | undefined): string {
  const errors = (tried?.errors ?? []).map(({ message = '', snippet = '' }) => [message, snippet].join('\n').trim())
  if (errors.length > 0) return plainWords(errors.join('\n\n'))
  const skipped = tried?.annotations?.find(({ type }) => type === 'skip' || type === 'fixme')
  return skipped ? (skipped.description ?? 'it is switched off') : 'it did not run: too many failed before it'
}

/** The message of an error outside of journeys, with its file unless the message names the file. */
function outsideMessage({ message = 'no reason was given', location }: OutsideError, folder: string): string {
  const words = plainWords(message)
  if (!location || !isAbsolute(location.file) || words.includes(location.file)) return words
  return `${pathFrom(folder, location.file)}:${location.line}: ${words}`
}

/** The results of a Playwright run in a project's folder. An error outside of any journey fails the whole step. */
export function journeyResults(report: JourneyReport, folder: string): readonly Result[] {
  const rootDir = report.config?.rootDir ?? ''
  const walk = (suite: Suite, groups: readonly string[]): readonly Result[] => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ results }) => {
        const tried = results.at(-1)
        const status = statusOf(tried)
        return {
          file: pathFrom(folder, `${rootDir}/${suite.file}`),
          title: [...groups, title].join(' › '),
          status,
          seconds: (tried?.duration ?? 0) / 1000,
          words: status === 'passed' ? '' : wordsOf(tried),
          evidence: (tried?.attachments ?? []).flatMap(({ path }) => path ?? []),
        }
      }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...groups, inner.title])),
  ]
  const outside = (report.errors ?? []).map((error) => outsideMessage(error, folder))
  const broken = outside.length > 0 ? [wholeStepFailed(outside.join('\n'))] : []
  return [...(report.suites ?? []).flatMap((suite) => walk(suite, [])), ...broken]
}
