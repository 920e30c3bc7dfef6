import { type Outcome, type Step, wholeStepFailed } from './outcome.ts'
import { countsOf, type StepReport, withSecondTry } from './second-try.ts'

/** Steps that may run beside each other; the next stage begins when all of them, and their second tries, are over. */
export type Stage = readonly Step[]

interface Ports {
  readonly say: (line: string) => void
  /** Keeps what is known of a step's failures, of which so many were kept before. */
  readonly keep: (report: StepReport, from: number) => void
}

function lineOf(report: StepReport): string {
  const { failed, flaky, seconds } = countsOf(report)
  const mark = failed > 0 ? 'FAILED' : flaky > 0 ? 'flaky ' : 'ok    '
  const { name } = report.step
  return [`${mark} ${name} (${seconds.toFixed(1)} s)`, report.first.remark ?? ''].join(' ').trimEnd()
}

/** A step that breaks by itself is a failure like any other: the rest is run and reported all the same. */
function unbroken(step: Step): Step {
  const failed = (error: unknown): Outcome => {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { results: [wholeStepFailed(words)], seconds: 0, output: words }
  }
  return { ...step, run: () => step.run().catch(failed), again: (failures) => step.again(failures).catch(failed) }
}

/** Runs at most `width` steps of a stage at once, in their order. */
async function runStage(stage: Stage, width: number): Promise<readonly (readonly [Step, Outcome])[]> {
  const outcomes: (readonly [Step, Outcome])[] = []
  const waiting = [...stage]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcomes.push([step, await step.run()])
  }
  await Promise.all(Array.from({ length: width }, lane))
  return stage.flatMap((step) => outcomes.filter(([one]) => one === step))
}

/**
 * Runs all stages, each to its end whatever became of the one before, so that one run tells everything. Failed tests are
 * run again when nothing else runs.
 * @param width how many steps of a stage run at once
 */
export async function runSteps(
  stages: readonly Stage[],
  width: number,
  { say, keep }: Ports,
): Promise<readonly StepReport[]> {
  const reports: StepReport[] = []
  let kept = 0
  for (const stage of stages) {
    for (const [step, first] of await runStage(stage.map(unbroken), width)) {
      const report = await withSecondTry(step, first)
      keep(report, kept)
      kept += report.flaky.length + report.failed.length
      for (const { file, title, words } of [...report.flaky.map(({ failed }) => failed), ...report.failed])
        say(`\n--- ${[step.name, file, title].filter(Boolean).join(' · ')}\n${words}\n`)
      say(lineOf(report))
      reports.push(report)
    }
  }
  return reports
}
