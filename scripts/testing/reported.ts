import { existsSync, readFileSync } from 'node:fs'
import { type Outcome, type Result, wholeStepFailed } from './outcome.ts'

interface Ended {
  readonly code: number
  readonly output: string
  readonly seconds: number
}

/** The end of a tool's output, where it says what went wrong. */
export const lastLines = (output: string, count = 60) => output.trim().split('\n').slice(-count).join('\n')

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
    return { results: [wholeStepFailed(`It reported nothing.\n${lastLines(output)}`)], seconds, output }
  }
  const results = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
  const hasFailed = results.some(({ status }) => status === 'failed')
  const hasRun = results.some(({ status }) => status !== 'skipped')
  if (hasFailed || (hasRun && code === 0)) return { results, seconds, output }
  const why = hasRun ? `It ended with code ${code}, and no test failed.` : 'No test ran.'
  return { results: [...results, wholeStepFailed(`${why}\n${lastLines(output)}`)], seconds, output }
}
