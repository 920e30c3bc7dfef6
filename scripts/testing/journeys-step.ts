import { join } from 'node:path'
import { root } from '../places.mjs'
import { runTool } from '../run-command.mjs'
import { type JourneyReport, journeyResults } from './journey-report.ts'
import { type Outcome, type Result, type Step, WHOLE_STEP } from './outcome.ts'
import { resultsIn } from './places.ts'
import { reportedOutcome } from './reported.ts'

/**
 * The run stops at this number of failures: the cause is shared, and the remaining journeys would take up to an hour.
 */
const MAX_FAILURES = 20

/** Escapes a text, because Playwright reads its parameters as patterns. */
const asPattern = (path: string) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

export interface JourneySuite {
  readonly name: string
  /** Paths from the project's folder, or all journeys. */
  readonly files: 'all' | readonly string[]
  readonly remark: string
  /** The project's folder; this project by default. */
  readonly folder?: string
}

/** The step that runs journeys in a real browser. Failed journeys are run again with one worker and a full trace. */
export function journeysStep({ name, files, remark, folder = root }: JourneySuite): Step {
  let runs = 0
  const run = async (chosen: readonly string[], more: readonly string[] = []): Promise<Outcome> => {
    runs += 1
    const report = join(resultsIn(folder), 'reports', `journeys-${runs}.json`)
    const traces = ['--output', join(resultsIn(folder), `journeys-${runs}`)]
    const ended = await runTool('playwright', ['test', '--reporter=list,json', ...traces, ...more, ...chosen], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      cwd: folder,
    })
    return { ...reportedOutcome<JourneyReport>(ended, report, (all) => journeyResults(all, folder)), remark }
  }
  const all = files === 'all' ? [] : files.map(asPattern)
  const again = async (failed: readonly Result[]): Promise<Outcome> => {
    if (failed.some(({ title }) => title === WHOLE_STEP)) return run(all)
    const files = [...new Set(failed.map(({ file }) => asPattern(file)))]
    const titles = failed.map(({ title }) => asPattern(title.replaceAll(' › ', ' '))).join('|')
    return run(files, ['--workers=1', '--trace=on', '--grep', `(${titles})$`])
  }
  return { name, kind: 'journey', run: () => run(all, [`--max-failures=${MAX_FAILURES}`]), again }
}
