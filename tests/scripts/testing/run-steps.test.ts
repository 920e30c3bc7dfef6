import { expect, it } from 'vitest'
import { runSteps } from '#scripts/testing/run-steps.ts'
import { anOutcome, aResult, aStep } from '#tests/support/builders/a-result.ts'

/** Prints nothing, and writes nothing to the results of the run that this test is part of. */
const PORTS = { say: () => undefined, keep: () => undefined }

/** Steps that record in `log` when they begin and end. */
function watched(names: readonly string[], log: string[]) {
  return names.map((name) => ({
    ...aStep(name, []),
    run: async () => {
      log.push(`${name} begins`)
      await Promise.resolve()
      log.push(`${name} ends`)
      return anOutcome([aResult({ title: name })])
    },
  }))
}

it('the steps of a stage run in parallel, and the next stage waits for all of them', async () => {
  const log: string[] = []
  const stages = [watched(['types', 'lint', 'build'], log), watched(['units'], log)]
  const reports = await runSteps(stages, 2, PORTS)
  expect(log.slice(0, 2)).toEqual(['types begins', 'lint begins'])
  expect(log.slice(-2)).toEqual(['units begins', 'units ends'])
  expect(log.indexOf('build begins')).toBeGreaterThan(log.indexOf('types ends'))
  expect(reports.map(({ step }) => step.name)).toEqual(['types', 'lint', 'build', 'units'])
})

it('a step that throws is a failure, and the next steps still run', async () => {
  const broken = {
    ...aStep('build', []),
    run: () => Promise.reject(new Error('no such page')),
    again: () => Promise.reject(new Error('still no such page')),
  }
  const reports = await runSteps([[broken], [aStep('units', [aResult()])]], 1, PORTS)
  expect(reports.map(({ failed }) => failed.length)).toEqual([1, 0])
  expect(reports[0]?.failed[0]?.words).toContain('no such page')
})
