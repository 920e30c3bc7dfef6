import { describe, expect, it } from 'vitest'
import { type Result, WHOLE_FILE, WHOLE_STEP } from '#scripts/testing/outcome.ts'
import { countsOf, withSecondTry } from '#scripts/testing/second-try.ts'
import { aFailure, anOutcome, aResult, aStep } from '#tests/support/builders/a-result.ts'

const tried = async (first: readonly Result[], second: readonly Result[] = []) => {
  const step = aStep('units', first, second)
  return { step, report: await withSecondTry(step, anOutcome(first)) }
}

describe('a failed test is run once more, and', () => {
  it('is flaky when it passes then: it counts as passed, and is named', async () => {
    const { report, step } = await tried([aResult(), aFailure('by chance')], [aResult({ title: 'by chance' })])
    expect(step.asked).toEqual([[aFailure('by chance')]])
    expect(report.flaky.map(({ failed }) => failed.title)).toEqual(['by chance'])
    expect(countsOf(report)).toEqual({ passed: 2, failed: 0, flaky: 1, skipped: 0, seconds: 4 })
  })

  it('has failed when it fails again', async () => {
    const { report } = await tried([aFailure('always')], [aFailure('always')])
    expect(report.flaky).toEqual([])
    expect(countsOf(report)).toMatchObject({ passed: 0, failed: 1, flaky: 0 })
  })

  it('has failed when the second try did not come to it', async () => {
    for (const second of [[], [aResult({ title: 'another' })], [aResult({ title: 'by chance', status: 'skipped' })]]) {
      const { report } = await tried([aFailure('by chance')], second)
      expect(report.failed).toHaveLength(1)
    }
  })

  it('has failed when one of several tests of its name fails again', async () => {
    const { report } = await tried([aFailure('twin')], [aResult({ title: 'twin' }), aFailure('twin')])
    expect(report.failed).toHaveLength(1)
  })

  it('is left alone where more failed than chance explains', async () => {
    const failures = Array.from({ length: 11 }, (_, at) => aFailure(`number ${at}`))
    const { report, step } = await tried(failures)
    expect(step.asked).toEqual([])
    expect(report.failed).toHaveLength(11)
  })
})

describe('a second run', () => {
  it('proves nothing when it breaks off, whatever passed in it', async () => {
    const broken = aFailure(WHOLE_STEP, { file: '' })
    const { report } = await tried([aFailure('by chance')], [aResult({ title: 'by chance' }), broken])
    expect(report.flaky).toEqual([])
    expect(report.failed).toHaveLength(2)
  })

  it('tells of a test that passed in the first and fails now: it is flaky too, and counted once', async () => {
    const first = [aFailure('by chance'), aResult({ title: 'beside it' })]
    const { report } = await tried(first, [aResult({ title: 'by chance' }), aFailure('beside it')])
    expect(report.flaky.map(({ failed }) => failed.title)).toEqual(['by chance', 'beside it'])
    expect(countsOf(report)).toMatchObject({ passed: 2, failed: 0, flaky: 2 })
  })
})

describe('a failure that no test explains', () => {
  it('is flaky only when the whole step passes then', async () => {
    const whole = aFailure(WHOLE_STEP, { file: '' })
    expect((await tried([aResult(), whole], [aResult()])).report.flaky).toHaveLength(1)
    expect((await tried([aResult(), whole], [aResult(), aFailure('another')])).report.failed).toHaveLength(2)
    expect((await tried([aResult(), whole], [])).report.failed).toHaveLength(1)
  })

  it('is flaky, if of a file, only when all of that file passes then', async () => {
    const ofFile = aFailure(WHOLE_FILE)
    expect((await tried([ofFile], [aResult()])).report.flaky).toHaveLength(1)
    expect((await tried([ofFile], [aResult(), aFailure('within')])).report.failed).toHaveLength(2)
  })
})

it('a step without failures runs nothing again', async () => {
  const { report, step } = await tried([aResult(), aResult({ title: 'skipped', status: 'skipped' })])
  expect(step.asked).toEqual([])
  expect(countsOf(report)).toEqual({ passed: 1, failed: 0, flaky: 0, skipped: 1, seconds: 2 })
})
