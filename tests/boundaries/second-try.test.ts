import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journeysStep } from '#scripts/testing/journeys-step.ts'
import { type Step, WHOLE_STEP } from '#scripts/testing/outcome.ts'
import { countsOf, withSecondTry } from '#scripts/testing/second-try.ts'
import { vitestStep } from '#scripts/testing/vitest-step.ts'

/** The code of a test that fails on its first run only, one that always fails, and one that always passes. */
const plantedTests = (runner: string, assert: string) => `
import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from '${runner}'
test('is fine (always)', () => {})
test('fails (by chance)', () => {
  const wasHere = existsSync('${assert}')
  writeFileSync('${assert}', '')
  expect(wasHere).toBe(true)
})
test('fails twice', () => expect(1).toBe(2))
`
/** The code of a test that passes while an error occurs outside of it. */
const LOUD = `
import { test } from 'vitest'
test('leaves an error behind', () => new Promise((resolve) => {
  void Promise.reject(new Error('nobody waits for this'))
  setTimeout(resolve, 20)
}))
`
let site = ''

beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'haulyard-second-try-'))
  mkdirSync(join(site, 'tests'))
  symlinkSync(join(process.cwd(), 'node_modules'), join(site, 'node_modules'), 'junction')
  const files = {
    'package.json': '{ "type": "module" }',
    'vitest.config.ts':
      "export default { test: { projects: [{ test: { name: 'planted', include: ['tests/*.test.ts'] } }] } }",
    'playwright.config.ts': "export default { testMatch: '**/*.spec.ts' }",
    'tests/planted.test.ts': plantedTests('vitest', 'vitest-was-here'),
    'tests/loud.test.ts': LOUD,
    'tests/innocent.test.ts': "import { test } from 'vitest'\ntest('is not run again', () => {})",
    'tests/planted.spec.ts': plantedTests('@playwright/test', 'playwright-was-here'),
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(site, path), text)
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

async function found(step: Step) {
  const report = await withSecondTry(step, await step.run())
  const again = report.second?.results.map(({ title }) => title) ?? []
  return {
    counts: countsOf(report),
    flaky: report.flaky.map(({ failed }) => failed.title),
    failed: report.failed.map(({ title }) => title),
    again,
  }
}

test('in the real runners a test that fails by chance is flaky, and a test that fails twice has failed', async () => {
  const quiet = ['tests/planted.test.ts', 'tests/innocent.test.ts']
  const vitest = vitestStep({ name: 'planted tests', projects: ['planted'], files: quiet, folder: site })
  const journeys = journeysStep({ name: 'planted journeys', files: 'all', remark: '', folder: site })
  const flaky = ['fails (by chance)']
  const failed = ['fails twice']
  expect(await found(vitest)).toMatchObject({ counts: { passed: 3, failed: 1, flaky: 1 }, flaky, failed })
  const { again, ...rest } = await found(journeys)
  expect(rest).toMatchObject({ counts: { passed: 2, failed: 1, flaky: 1 }, flaky, failed })
  expect(again.toSorted()).toEqual(['fails (by chance)', 'fails twice'])
})

test('an error outside of Vitest’s tests fails the step even if all tests passed or are flaky', async () => {
  const files = ['tests/planted.test.ts', 'tests/loud.test.ts']
  rmSync(join(site, 'vitest-was-here'), { force: true })
  const { failed } = await found(vitestStep({ name: 'loud tests', projects: ['planted'], files, folder: site }))
  expect(failed).toContain(WHOLE_STEP)
})
