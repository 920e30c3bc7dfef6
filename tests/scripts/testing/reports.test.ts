import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { journeyResults } from '#scripts/testing/journey-report.ts'
import { WHOLE_FILE, WHOLE_STEP } from '#scripts/testing/outcome.ts'
import { reportedOutcome } from '#scripts/testing/reported.ts'
import { vitestResults } from '#scripts/testing/vitest-report.ts'
import { aFailure, aResult } from '#tests/support/builders/a-result.ts'

const root = resolve('.')
const place = mkdtempSync(join(tmpdir(), 'haulyard-report-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('a report of Vitest', () => {
  const name = resolve('tests/docs/docs.test.ts')
  const test = (fullName: string, status: string) => ({ fullName, status, duration: 1500, failureMessages: ['why'] })

  it('has each test with its file, seconds and message', () => {
    const assertionResults = [test('a', 'passed'), test('b', 'failed'), test('c', 'skipped'), test('d', 'todo')]
    const results = vitestResults({ testResults: [{ name, status: 'failed', assertionResults }] }, root)
    expect(results.map(({ title, status }) => [title, status])).toEqual([
      ['a', 'passed'],
      ['b', 'failed'],
      ['c', 'skipped'],
      ['d', 'skipped'],
    ])
    expect(results[1]).toMatchObject({ file: 'tests/docs/docs.test.ts', seconds: 1.5, words: 'why' })
  })

  it('has a failure for a file that could not be loaded or whose setup failed', () => {
    for (const assertionResults of [[], [test('never begun', 'skipped')]]) {
      const results = vitestResults(
        { testResults: [{ name, status: 'failed', message: 'no such import', assertionResults }] },
        root,
      )
      expect(results.at(-1)).toMatchObject({ title: WHOLE_FILE, status: 'failed', words: 'no such import' })
      // Tests that did not run because of the failure are listed too.
      expect(results).toHaveLength(assertionResults.length + 1)
    }
  })
})

describe('a report of Playwright', () => {
  const spec = (title: string, results: readonly object[]) => ({ title, tests: [{ results }] })
  const report = (specs: readonly object[], errors: readonly object[] = []) =>
    journeyResults(
      {
        config: { rootDir: resolve('e2e') },
        suites: [
          {
            title: 'boards/map.spec.ts',
            file: 'boards/map.spec.ts',
            suites: [{ title: 'the map', file: 'boards/map.spec.ts', specs }],
          },
        ],
        errors,
      } as Parameters<typeof journeyResults>[0],
      root,
    )

  it('has each journey with its groups, its seconds and a failure’s evidence', () => {
    const failure = {
      status: 'timedOut',
      duration: 9000,
      errors: [{ message: 'not seen' }],
      attachments: [{ path: '/t' }, {}],
    }
    expect(report([spec('pans', [{ status: 'passed', duration: 4000 }]), spec('zooms', [failure])])).toEqual([
      {
        file: 'e2e/boards/map.spec.ts',
        title: 'the map › pans',
        status: 'passed',
        seconds: 4,
        words: '',
        evidence: [],
      },
      {
        file: 'e2e/boards/map.spec.ts',
        title: 'the map › zooms',
        status: 'failed',
        seconds: 9,
        words: 'not seen',
        evidence: ['/t'],
      },
    ])
  })

  it('has the reason why a journey did not run', () => {
    const switchedOff = { status: 'skipped', duration: 0, annotations: [{ type: 'fixme', description: 'later' }] }
    expect(report([spec('pans', []), spec('zooms', [switchedOff])])).toMatchObject([
      { status: 'skipped', words: 'it did not run: too many failed before it' },
      { status: 'skipped', words: 'later' },
    ])
  })

  it('has one failure for all errors outside of journeys, with their files', () => {
    const location = { file: resolve('e2e/boards/map.spec.ts'), line: 3 }
    expect(report([], [{ message: 'no such name', location }, { message: 'No tests found' }])).toMatchObject([
      { status: 'failed', words: 'e2e/boards/map.spec.ts:3: no such name\nNo tests found', file: '' },
    ])
    expect(report([], [{ message: 'no such file', location: { file: '<anonymous>', line: 1 } }])).toMatchObject([
      { words: 'no such file' },
    ])
  })
})

describe('the outcome of a step', () => {
  const reported = (results: unknown, code: number) => {
    const file = join(place, 'report.json')
    writeFileSync(file, JSON.stringify(results))
    return reportedOutcome({ code, output: 'printed', seconds: 1 }, file, (read: (typeof passed)[]) => read).results
  }
  const passed = aResult()

  it('is what the tool reported', () => {
    expect(reported([passed], 0)).toEqual([passed])
    expect(reported([passed, aFailure('one')], 1)).toEqual([passed, aFailure('one')])
  })

  it('is a failure of the whole step if nothing was reported, no test ran, or the tool broke off', () => {
    const whole = { title: WHOLE_STEP, status: 'failed' }
    expect(reported([], 0)).toMatchObject([whole])
    expect(reported([aResult({ status: 'skipped' })], 0)).toMatchObject([{ status: 'skipped' }, whole])
    expect(reported([passed], 1)).toMatchObject([passed, whole])
    const none = reportedOutcome({ code: 0, output: 'printed', seconds: 1 }, join(place, 'none.json'), () => [passed])
    expect(none.results).toMatchObject([whole])
    expect(none.results[0]?.words).toContain('printed')
  })

  it('begins with the error that ended the tool: the first error, or after reported tests the last', () => {
    const output = 'starting\nTypeError [ERR_PORT]: no such port\n    at listen\nError: gone\nthe end'
    const { results } = reportedOutcome({ code: 1, output, seconds: 1 }, join(place, 'none.json'), () => [])
    expect(results[0]?.words.split('\n')[0]).toBe('It reported nothing. TypeError [ERR_PORT]: no such port')
    writeFileSync(join(place, 'report.json'), '{}')
    const ended = reportedOutcome({ code: 1, output, seconds: 1 }, join(place, 'report.json'), () => [passed])
    expect(ended.results[1]?.words.split('\n')[0]).toBe('It ended with code 1, and no test failed. Error: gone')
  })
})
