import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * The counts of a Vitest run from its JSON report.
 * @param {any} report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  // A file that could not even be read has no tests to count, and is a failure all the same.
  const unread = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + unread.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  }
}

/**
 * The counts of a Playwright run from its JSON report.
 * @param {any} report
 * @returns {Counts}
 */
export function playwrightCounts(report) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {}
  // A test that passes only when tried again has failed.
  return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped }
}

/**
 * The counts of a step that ran tests. No report, no test, or a bad exit without a failed test count as one failure.
 * @param {string} file the JSON report
 * @param {(report: any) => Counts} countsOf
 * @param {number} code the runner's exit code
 * @returns {Counts}
 */
export function readCounts(file, countsOf, code) {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const counts = countsOf(JSON.parse(readFileSync(file, 'utf8')))
  const isUnexplained = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  return isUnexplained ? { ...counts, failed: 1 } : counts
}

/**
 * The summary: one line a step, then `N passed, N failed` alone on the last.
 * @param {readonly { name: string, counts: Counts, seconds: number, note?: string }[]} steps
 * @returns {string}
 */
export function summary(steps) {
  const width = Math.max(...steps.map((step) => step.name.length))
  const lines = steps.map(({ name, counts, seconds, note }) =>
    [
      counts.failed > 0 ? '✗' : '✓',
      name.padEnd(width),
      `${counts.passed} passed`.padStart(12),
      `${counts.failed} failed`.padStart(10),
      `${seconds.toFixed(1)} s`.padStart(9),
      note ? `  ${note}` : '',
    ]
      .join(' ')
      .trimEnd(),
  )
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    steps.reduce((total, step) => total + step.counts[key], 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  return [...lines, '', `${sum('passed')} passed, ${sum('failed')} failed${skipped}`].join('\n')
}
