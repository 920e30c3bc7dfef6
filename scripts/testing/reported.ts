import { existsSync, readFileSync } from 'node:fs'
import { type Outcome, type Result, wholeStepFailed } from './outcome.ts'

interface EndedTool {
  readonly code: number
  readonly output: string
  readonly seconds: number
}

/** The last lines of a tool's output, which usually contain the error. */
export const lastLines = (output: string, count = 60) => output.trim().split('\n').slice(-count).join('\n')

const ERRORS = /^\w*Error(?: \[\w+\])?: .+$/gm

/** A failure of the whole step, with its description, the error behind it, and the last lines of the output. */
const interrupted = (description: string, error: string | undefined, output: string) =>
  wholeStepFailed(`${[description, error].filter(Boolean).join(' ')}\n${lastLines(output)}`)

/**
 * The outcome of a tool that writes a JSON report. The whole step fails when the report is missing, when no test ran,
 * or when the exit code is not 0 although no test failed.
 */
export function reportedOutcome<Report>(
  { code, output, seconds }: EndedTool,
  file: string,
  read: (report: Report) => readonly Result[],
): Outcome {
  const errors = output.match(ERRORS) ?? []
  if (!existsSync(file)) {
    return { results: [interrupted('It reported nothing.', errors[0], output)], seconds, output }
  }
  const results = read(JSON.parse(readFileSync(file, 'utf8')) as Report)
  const hasFailed = results.some(({ status }) => status === 'failed')
  const hasRun = results.some(({ status }) => status !== 'skipped')
  if (hasFailed || (hasRun && code === 0)) return { results, seconds, output }
  // Tests print errors too, so the last error of the output is the error that ended the tool.
  const broken = hasRun
    ? interrupted(`It ended with code ${code}, and no test failed.`, errors.at(-1), output)
    : interrupted('No test ran.', errors[0], output)
  return { results: [...results, broken], seconds, output }
}
