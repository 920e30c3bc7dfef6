import { describe, expect, it } from 'vitest'
import { type Result, WHOLE_FILE, WHOLE_STEP } from '#scripts/testing/outcome.ts'
import { countsOf, withSecondTry } from '#scripts/testing/second-try.ts'
import { aFailure, anOutcome, aResult, aStep } from '#tests/support/builders/a-result.ts'

const runTwice = async (first: readonly Result[], second: readonly Result[] = []) => {
  const step = aStep('units', first, second)
  return { step, report: await withSecondTry(step, anOutcome(first)) }
}

describe('a failed test', () => {
  it('is flaky if it passes the second time: it counts as passed and is named', async () => {
    const { report, step } = await runTwice([aResult(), aFailure('by chance')], [aResult({ title: 'by chance' })])
    expect(step.retries).toEqual([[aFailure('by chance')]])
    expect(report.flaky.map(({ failed }) => failed.title)).toEqual(['by chance'])
    expect(countsOf(report)).toEqual({ passed: 2, failed: 0, flaky: 1, skipped: 0, seconds: 4 })
  })

  it('has failed if it fails again', async () => {
    const { report } = await runTwice([aFailure('always')], [aFailure('always')])
    expect(report.flaky).toEqual([])
    expect(countsOf(report)).toMatchObject({ passed: 0, failed: 1, flaky: 0 })
  })

  it('has failed if the second try did not run it', async () => {
    for (const second of [[], [aResult({ title: 'another' })], [aResult({ title: 'by chance', status: 'skipped' })]]) {
      const { report } = await runTwice([aFailure('by chance')], second)
      expect(report.failed).toHaveLength(1)
    }
  })

  it('has failed if one of several tests with its name fails again', async () => {
    const { report } = await runTwice([aFailure('twin')], [aResult({ title: 'twin' }), aFailure('twin')])
    expect(report.failed).toHaveLength(1)
  })

  it('is not run again if more tests failed than chance explains', async () => {
    const failures = Array.from({ length: 11 }, (_, at) => aFailure(`number ${at}`))
    const { report, step } = await runTwice(failures)
    expect(step.retries).toEqual([])
    expect(report.failed).toHaveLength(11)
  })
})

describe('a second try', () => {
  it('proves nothing if it breaks off, whatever passed in it', async () => {
    const broken = aFailure(WHOLE_STEP, { file: '' })
    const { report } = await runTwice([aFailure('by chance')], [aResult({ title: 'by chance' }), broken])
    expect(report.flaky).toEqual([])
    expect(report.failed).toHaveLength(2)
  })

  it('makes a test flaky that passed in the first try and fails now, and counts it once', async () => {
    const first = [aFailure('by chance'), aResult({ title: 'beside it' })]
    const { report } = await runTwice(first, [aResult({ title: 'by chance' }), aFailure('beside it')])
    expect(report.flaky.map(({ failed }) => failed.title)).toEqual(['by chance', 'beside it'])
    expect(countsOf(report)).toMatchObject({ passed: 2, failed: 0, flaky: 2 })
  })
})

describe('a failure without a failed test', () => {
  it('is flaky only if the whole step passes the second time', async () => {
    const whole = aFailure(WHOLE_STEP, { file: '' })
    expect((await runTwice([aResult(), whole], [aResult()])).report.flaky).toHaveLength(1)
    expect((await runTwice([aResult(), whole], [aResult(), aFailure('another')])).report.failed).toHaveLength(2)
    expect((await runTwice([aResult(), whole], [])).report.failed).toHaveLength(1)
  })

  it('of one file is flaky only if all of that file passes the second time', async () => {
    const ofFile = aFailure(WHOLE_FILE)
    expect((await runTwice([ofFile], [aResult()])).report.flaky).toHaveLength(1)
    expect((await runTwice([ofFile], [aResult(), aFailure('within')])).report.failed).toHaveLength(2)
  })
})

it('a step without failures is not run again', async () => {
  const { report, step } = await runTwice([aResult(), aResult({ title: 'skipped', status: 'skipped' })])
  expect(step.retries).toEqual([])
  expect(countsOf(report)).toEqual({ passed: 1, failed: 0, flaky: 0, skipped: 1, seconds: 2 })
})
