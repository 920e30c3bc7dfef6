import { describe, expect, it } from 'vitest'
import { closingWords } from '#scripts/testing/closing-words.ts'
import { type Result, type SkippedStep, wholeStepFailed } from '#scripts/testing/outcome.ts'
import { withSecondTry } from '#scripts/testing/second-try.ts'
import { timesOf } from '#scripts/testing/time-record.ts'
import { verdictOf } from '#scripts/testing/verdict.ts'
import { aFailure, anOutcome, aResult, aStep } from '#tests/support/builders/a-result.ts'

const reportOf = (first: readonly Result[], second: readonly Result[] = []) =>
  withSecondTry(aStep('units', first, second), anOutcome(first))

async function closingOf(
  first: readonly Result[],
  second: readonly Result[] = [],
  skippedSteps: readonly SkippedStep[] = [],
) {
  const reports = [await reportOf(first, second)]
  const words = closingWords({ reports, skippedSteps, recorded: null })
  return { words, last: words.split('\n').at(-1), isGood: verdictOf(reports, skippedSteps).isGood }
}

const byChance = (count: number) => Array.from({ length: count }, (_, at) => `by chance ${at}`)

describe('the last line of a run', () => {
  it('has only the totals', async () => {
    expect(await closingOf([aResult()])).toMatchObject({ last: '1 passed, 0 failed', isGood: true })
    expect(await closingOf([aResult(), aFailure('no')], [aFailure('no')])).toMatchObject({
      last: '1 passed, 1 failed',
      isGood: false,
    })
  })

  it('counts flaky tests as passed and shows their number; the third flaky test fails the run', async () => {
    for (const [count, last, isGood] of [
      [2, '3 passed, 0 failed, 2 flaky', true],
      [3, '4 passed, 1 failed, 3 flaky', false],
    ] as const) {
      const titles = byChance(count)
      const first = [aResult(), ...titles.map((title) => aFailure(title))]
      const second = titles.map((title) => aResult({ title }))
      const result = await closingOf(first, second)
      expect(result).toMatchObject({ last, isGood })
      for (const title of titles) expect(result.words).toContain(title)
    }
  })

  it('belongs to a failed run if no test passed', async () => {
    expect((await closingOf([aResult({ status: 'skipped' })])).isGood).toBe(false)
  })
})

it('skipped steps and tests are listed with their reasons', async () => {
  const first = [aResult(), aResult({ title: 'later', status: 'skipped', words: 'switched off' })]
  const { words, last } = await closingOf(first, [], [{ name: 'server on PostgreSQL', reason: 'none was found' }])
  expect(words).toContain('server on PostgreSQL: none was found')
  expect(words).toContain('later: switched off')
  expect(last).toBe('1 passed, 0 failed, 2 skipped')
})

it('a whole step that failed is listed with the first line of its reason', async () => {
  const broken = [wholeStepFailed('no Chromium was found; install one\nand more')]
  expect((await closingOf(broken, broken)).words).toContain(
    '\n  units: the run itself: no Chromium was found; install one\n\n',
  )
})

it('the ten slowest tests are listed, slowest first, and recorded with the seconds of each step', async () => {
  const tests = Array.from({ length: 12 }, (_, at) => aResult({ title: `takes ${at}`, seconds: at }))
  const report = await reportOf(tests)
  const words = closingWords({ reports: [report], skippedSteps: [], recorded: null })
  expect([...words.matchAll(/takes (\d+)/g)].map(([, at]) => Number(at))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  const times = timesOf([report], 65.04, new Date('2026-11-21T15:00:00Z'))
  expect(times).toMatchObject({ date: '2026-11-21', seconds: 65, steps: { units: 2 } })
  expect(Object.values(times.slowest)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  const again = closingWords({ reports: [report], skippedSteps: [], recorded: { ...times, steps: { units: 1.5 } } })
  expect(again).toContain('2.0 s (1.5 s on record)')
})
