import { join } from 'node:path'
import { root } from '../places.mjs'
import { runTool } from '../run-command.mjs'
import { type Outcome, type Result, type Step, WHOLE_STEP, wholeStepFailed } from './outcome.ts'
import { resultsIn } from './places.ts'
import { lastLines, reportedOutcome } from './reported.ts'
import { type VitestReport, vitestResults } from './vitest-report.ts'

export interface VitestSuite {
  readonly name: string
  /** The projects of vitest.config.ts to run. */
  readonly projects: readonly string[]
  /** Paths from the root, or all files of the projects. */
  readonly files: 'all' | readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly remark?: string
  /** The project's folder; this project by default. */
  readonly folder?: string
}

/**
 * Vitest's output for errors outside of tests, including a worker process that died. Its report does not contain them.
 */
const OUTSIDE_OF_TESTS = /Vitest caught \d+ unhandled errors?/

function withErrorsOutsideOfTests(outcome: Outcome): Outcome {
  const isNamed = outcome.results.some(({ title }) => title === WHOLE_STEP)
  if (isNamed || !OUTSIDE_OF_TESTS.test(outcome.output)) return outcome
  const words = `Something failed outside of any test.\n${lastLines(outcome.output)}`
  return { ...outcome, results: [...outcome.results, wholeStepFailed(words)] }
}

/** The step that runs a suite with Vitest. The file of a failed test is run again in a separate run. */
export function vitestStep({ name, projects, files, env = {}, remark = '', folder = root }: VitestSuite): Step {
  let runs = 0
  const run = async (chosen: readonly string[], more: readonly string[] = []): Promise<Outcome> => {
    runs += 1
    const report = join(resultsIn(folder), 'reports', `${name.replaceAll(/\W+/g, '-')}-${runs}.json`)
    const of = projects.flatMap((project) => ['--project', project])
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const ended = await runTool('vitest', ['run', ...of, ...reporters, ...more, ...chosen], { env, cwd: folder })
    const outcome = reportedOutcome<VitestReport>(ended, report, (all) => vitestResults(all, folder))
    return { ...withErrorsOutsideOfTests(outcome), remark }
  }
  const again = async (failed: readonly Result[]): Promise<Outcome> => {
    const isWhole = failed.some(({ title }) => title === WHOLE_STEP)
    if (isWhole) return run(files === 'all' ? [] : files)
    const outcomes: Outcome[] = []
    for (const file of new Set(failed.map((one) => one.file))) outcomes.push(await run([file], ['--max-workers=1']))
    return {
      results: outcomes.flatMap(({ results }) => results),
      seconds: outcomes.reduce((sum, { seconds }) => sum + seconds, 0),
      output: outcomes.map(({ output }) => output).join('\n'),
    }
  }
  return { name, kind: 'test', run: () => run(files === 'all' ? [] : files), again }
}
