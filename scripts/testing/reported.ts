import { existsSync, readFileSync } from 'node:fs'
import { type Outcome, type Result, wholeStepFailed } from './outcome.ts'

interface Ended {
  readonly code: number
  readonly output: string
  readonly seconds: number
}

/** The end of a tool's output, where it says what went wrong. */
export const lastLines = (output: string, count = 60) => output.trim().split('\n').slice(-count).join('\n')

const ERRORS = /^\w*Error(?: \[\w+\])?: .+$/gm

/** A failure of the whole step: what is known, the error behind it, and the end of what the tool printed. */
const brokenOff = (what: string, error: string | undefined, output: string) =>
  wholeStepFailed(`${[what, error].filter(Boolean).join(' ')}\n${lastLines(output)}`)

/**
 * What came of a tool that writes a JSON report. No report, no test that ran, or a bad exit without a failed test is a
 * failure of the whole step.
 */
export function reportedOutcome<Report>(
  { code, output, seconds }: Ended,
  file: string,
  read: (report: Report) => readonly Result[],
): Outcome {
  const errors = output.match(ERRORS) ?? []
  if (!existsSync(file)) {
    return { results: [brokenOff('It reported nothing.', errors[0], output)], seconds, output }
  }
  const results = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
  const hasFailed = results.some(({ status }) => status === 'failed')
  const hasRun = results.some(({ status }) => status !== 'skipped')
  if (hasFailed || (hasRun && code === 0)) return { results, seconds, output }
  // Tests print errors too: behind them the last one is what ended the tool.
  const broken = hasRun
    ? brokenOff(`It ended with code ${code}, and no test failed.`, errors.at(-1), output)
    : brokenOff('No test ran.', errors[0], output)
  return { results: [...results, broken], seconds, output }
}
