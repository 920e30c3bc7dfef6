import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { onEndSignal } from '../on-end-signal.mjs'
import { endWithCommands } from '../run-command.mjs'
import { closingWords } from './closing-words.ts'
import { type RunRequest, requestOf, USAGE, UsageError } from './command-line.ts'
import { clearResults, storeEvidence } from './evidence.ts'
import { lockResults } from './one-run.ts'
import { resultsFolder } from './places.ts'
import { runSteps } from './run-steps.ts'
import { affectedBy, type Reason } from './selection/affected-by.ts'
import { namedBy } from './selection/named-by.ts'
import { everything, type Selection, staticChecks } from './selection/selection.ts'
import { planFor, STEPS } from './stages.ts'
import { addRecord, readRecords, timesOf } from './time-record.ts'
import { verdictOf } from './verdict.ts'

const say = (line: string) => console.log(line)
const keep = (name: string, text: string) => writeFileSync(join(resultsFolder, name), `${text}\n`)

async function selectionFor({
  what,
  words,
  revision,
}: RunRequest): Promise<Selection & { because?: readonly Reason[] }> {
  if (what === 'named') return namedBy(words, STEPS)
  if (what === 'changed') return affectedBy(revision)
  return what === 'checks' ? staticChecks() : everything()
}

/** The reason for each selected file and check, one per line. */
const reasonsIn = (because: readonly Reason[]) =>
  because.map(({ what, changed, how }) => `${what}: ${changed} changed, and ${how}`).join('\n')

/** Runs the requested tests and prints the report. Returns whether the run succeeded. */
async function runTests(parameters: readonly string[]): Promise<boolean> {
  if (parameters.includes('--help')) {
    say(USAGE)
    return true
  }
  const request = requestOf(parameters)
  const began = performance.now()
  const selection = await selectionFor(request)
  lockResults()
  clearResults()
  if (selection.because) keep('selected.txt', reasonsIn(selection.because))
  say(`Running ${selection.about}.${selection.because ? ' Why each: test-results/selected.txt' : ''}`)
  const { stages, skippedSteps } = await planFor(selection, say)
  if (stages.flat().length === 0 && request.what === 'changed') {
    say('No check depends on these changes.\n\n0 passed, 0 failed')
    return true
  }
  const reports = await runSteps(stages, availableParallelism(), { say, keep: storeEvidence })
  const verdict = verdictOf(reports, skippedSteps)
  const times = timesOf(reports, (performance.now() - began) / 1000, new Date())
  const words = closingWords({
    reports,
    skippedSteps,
    recorded: request.what === 'everything' ? (readRecords().at(-1) ?? null) : null,
  })
  keep('report.txt', words)
  keep('times.json', JSON.stringify(times, null, 2))
  if (request.isRecorded && verdict.isGood) addRecord(times)
  say(`\n${Math.floor(times.seconds / 60)} min ${Math.round(times.seconds % 60)} s\n\n${words}`)
  return verdict.isGood
}

onEndSignal((signal, isHeardByAll) => {
  say(`\nEnded by ${signal}: steps not listed above were not run, or not completed.`)
  endWithCommands(signal, isHeardByAll)
})
try {
  process.exitCode = (await runTests(process.argv.slice(2))) ? 0 : 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
