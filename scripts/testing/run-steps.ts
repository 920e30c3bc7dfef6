import { type Outcome, type Step, wholeStepFailed } from './outcome.ts'
import { countsOf, type StepReport, withSecondTry } from './second-try.ts'

/** Steps that can run in parallel. The next stage begins after all of them and their second tries have ended. */
export type Stage = readonly Step[]

interface Ports {
  readonly say: (line: string) => void
  /** Stores the evidence of a step's failures. `from` is the number of failures already stored. */
  readonly keep: (report: StepReport, from: number) => void
}

function lineOf(report: StepReport): string {
  const { failed, flaky, seconds } = countsOf(report)
  const mark = failed > 0 ? 'FAILED' : flaky > 0 ? 'flaky ' : 'ok    '
  const { name } = report.step
  return [`${mark} ${name} (${seconds.toFixed(1)} s)`, report.first.remark ?? ''].join(' ').trimEnd()
}

/** Turns an exception in a step into a failure of the step, so that the other steps still run and are reported. */
function withoutExceptions(step: Step): Step {
  const failed = (error: unknown): Outcome => {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { results: [wholeStepFailed(words)], seconds: 0, output: words }
  }
  return { ...step, run: () => step.run().catch(failed), again: (failures) => step.again(failures).catch(failed) }
}

/** Runs the steps of a stage in their order, at most `width` in parallel. */
async function runStage(stage: Stage, width: number): Promise<readonly (readonly [Step, Outcome])[]> {
  const outcomes: (readonly [Step, Outcome])[] = []
  const waiting = [...stage]
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcomes.push([step, await step.run()])
  }
  await Promise.all(Array.from({ length: width }, worker))
  return stage.flatMap((step) => outcomes.filter(([one]) => one === step))
}

/**
 * Runs all stages, even after failures, so that one run reports everything. The failed tests of a stage are run again
 * after its steps, while nothing else runs.
 * @param width the most steps of a stage that run in parallel
 */
export async function runSteps(
  stages: readonly Stage[],
  width: number,
  { say, keep }: Ports,
): Promise<readonly StepReport[]> {
  const reports: StepReport[] = []
  let storedCount = 0
  for (const stage of stages) {
    for (const [step, first] of await runStage(stage.map(withoutExceptions), width)) {
      const report = await withSecondTry(step, first)
      keep(report, storedCount)
      storedCount += report.flaky.length + report.failed.length
      for (const { file, title, words } of [...report.flaky.map(({ failed }) => failed), ...report.failed])
        say(`\n--- ${[step.name, file, title].filter(Boolean).join(' · ')}\n${words}\n`)
      say(lineOf(report))
      reports.push(report)
    }
  }
  return reports
}
