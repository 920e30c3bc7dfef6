import { existsSync, readFileSync } from 'node:fs'
import { type Outcome, type Result, wholeStepFailed } from './outcome.ts'

interface Ended {
  readonly code: number
  readonly output: string
  readonly seconds: number
}

/** The end of a tool's output, where it says what went wrong. */
export const lastLines = (output: string, count = 60) => output.trim().split('\n').slice(-count).join('\n')

const AN_ERROR = /^\w*Error: .+$/m

/** A failure of the whole step: what is known, the first error that the tool has printed, and the end of its output. */
const brokenOff = (what: string, output: string) =>
  wholeStepFailed(`${[what, ...(AN_ERROR.exec(output) ?? [])].join(' ')}\n${lastLines(output)}`)

/**
 * What came of a tool that writes a JSON report. No report, no test that ran, or a bad exit without a failed test is a
 * failure of the whole step.
 */
export function reportedOutcome<Report>(
  { code, output, seconds }: Ended,
  file: string,
  read: (report: Report) => readonly Result[],
): Outcome {
  if (!existsSync(file)) {
    return { results: [brokenOff('It reported nothing.', output)], seconds, output }
  }
  const results = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
  const hasFailed = results.some(({ status }) => status === 'failed')
  const hasRun = results.some(({ status }) => status !== 'skipped')
  if (hasFailed || (hasRun && code === 0)) return { results, seconds, output }
  const what = hasRun ? `It ended with code ${code}, and no test failed.` : 'No test ran.'
  return { results: [...results, brokenOff(what, output)], seconds, output }
}
