import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { playwrightCounts, readCounts, summary, vitestCounts } from '#scripts/test-report.mjs'

const place = mkdtempSync(join(tmpdir(), 'haulyard-report-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const reportOf = (report: unknown) => {
  const file = join(place, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

describe('the counts of a test run', () => {
  it('are those of the report', () => {
    const file = reportOf({ numPassedTests: 5, numFailedTests: 0, testResults: [] })
    expect(readCounts(file, vitestCounts, 0)).toEqual({ passed: 5, failed: 0, skipped: 0 })
  })

  it('have a failure for a file that could not be read', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }]
    expect(vitestCounts({ numPassedTests: 5, numFailedTests: 0, testResults }).failed).toBe(1)
  })

  it('have a failure when no test ran, when nothing was reported and when the runner broke off', () => {
    expect(readCounts(reportOf({}), vitestCounts, 0).failed).toBe(1)
    expect(readCounts(join(place, 'none.json'), vitestCounts, 0).failed).toBe(1)
    expect(readCounts(reportOf({ numPassedTests: 5 }), vitestCounts, 1).failed).toBe(1)
  })

  it('take a test that passes only at the second try for failed', () => {
    const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 0 }
    expect(playwrightCounts({ stats, errors: [] })).toEqual({ passed: 3, failed: 1, skipped: 0 })
  })
})

it('the summary ends with one line of sums', () => {
  const text = summary([
    { name: 'units', counts: { passed: 40, failed: 0, skipped: 0 }, seconds: 2 },
    { name: 'in the browser', counts: { passed: 3, failed: 1, skipped: 0 }, seconds: 30, note: 'chromium' },
  ])
  expect(text.split('\n').at(-1)).toBe('43 passed, 1 failed')
})
