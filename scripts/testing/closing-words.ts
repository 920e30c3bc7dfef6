import { type Result, type SkippedStep, WHOLE_STEP } from './outcome.ts'
import { countsOf, type StepReport } from './second-try.ts'
import { slowest, type TimeRecord } from './time-record.ts'
import { MAX_FLAKY, verdictOf } from './verdict.ts'

export interface Run {
  readonly reports: readonly StepReport[]
  readonly skippedSteps: readonly SkippedStep[]
  /** The project's latest time record to compare with; null for none. */
  readonly recorded: TimeRecord | null
}

const nameOf = ({ file, title }: Result) => [file, title].filter(Boolean).join(' · ')

/** The name of a failure. For a whole step also the first line of the reason, because the title does not contain it. */
function failureLine(step: string, failed: Result): string {
  const [why] = failed.words.split('\n')
  return [step, nameOf(failed), ...(failed.title === WHOLE_STEP && why ? [why] : [])].join(': ')
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `  ${line}`)]
}

function stepLines({ reports, recorded }: Run): readonly string[] {
  const width = Math.max(...reports.map(({ step }) => step.name.length))
  return reports.map((report) => {
    const { passed, failed, flaky, seconds } = countsOf(report)
    const before = recorded?.steps[report.step.name]
    return [
      failed > 0 ? '✗' : '✓',
      report.step.name.padEnd(width),
      `${passed} passed`.padStart(12),
      `${failed} failed`.padStart(10),
      `${seconds.toFixed(1)} s`.padStart(9),
      before === undefined ? '' : `(${before.toFixed(1)} s on record)`,
      flaky > 0 ? `${flaky} flaky` : '',
      report.first.remark ?? '',
    ]
      .filter(Boolean)
      .join(' ')
  })
}

/** A row in the list of the slowest tests. The name is cut, so that each row is one line. */
const timeLine = ({ seconds, ...one }: Result) =>
  `${seconds.toFixed(1).padStart(6)} s  ${nameOf({ ...one, seconds }).slice(0, 140)}`

function skippedLines({ reports, skippedSteps }: Run): readonly string[] {
  const tests = reports.flatMap(({ results }) => results.filter(({ status }) => status === 'skipped'))
  return [
    ...skippedSteps.map(({ name, reason }) => `${name}: ${reason}`),
    ...tests.map((one) => `${nameOf(one)}${one.words ? `: ${one.words}` : ''}`),
  ]
}

/**
 * The report at the end of a run: each step with its seconds, the slowest tests and journeys, the skipped, flaky and
 * failed tests, and the totals alone on the last line.
 */
export function closingWords(run: Run): string {
  const { reports, skippedSteps } = run
  const { passed, failed, flaky, skipped } = verdictOf(reports, skippedSteps)
  const flakyTests = reports.flatMap((report) => report.flaky.map(({ step, failed }) => `${step}: ${nameOf(failed)}`))
  const failures = reports.flatMap((report) => report.failed.map((one) => failureLine(report.step.name, one)))
  const tooMany = flaky > MAX_FLAKY ? [`More than ${MAX_FLAKY} flaky tests are a failure.`] : []
  const sums = [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
  ]
  return [
    ...stepLines(run),
    ...section('The slowest tests', slowest(reports, 'test').map(timeLine)),
    ...section('The slowest journeys', slowest(reports, 'journey').map(timeLine)),
    ...section('Skipped', skippedLines(run)),
    ...section('Flaky: failed, then passed alone (counted as passed; find the cause first)', [
      ...flakyTests,
      ...tooMany,
    ]),
    ...section('Failed', failures),
    ...(failures.length + flaky > 0 ? ['', 'Words, output and traces of each: test-results/failures/'] : []),
    '',
    sums.join(', '),
  ].join('\n')
}
