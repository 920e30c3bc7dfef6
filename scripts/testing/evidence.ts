import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LOCK_NAME } from './one-run.ts'
import type { Outcome, Result } from './outcome.ts'
import { resultsFolder } from './places.ts'
import type { StepReport } from './second-try.ts'

const BEFORE = 'failures-before'

/**
 * Clears the results of the last run. Its failures are moved to `failures-before` and stay there until another run has
 * failures, because a developer may still need them while this run tries a fix.
 */
export function clearResults(folder = resultsFolder): void {
  mkdirSync(folder, { recursive: true })
  if (existsSync(join(folder, 'failures'))) {
    rmSync(join(folder, BEFORE), { recursive: true, force: true })
    renameSync(join(folder, 'failures'), join(folder, BEFORE))
  }
  for (const name of readdirSync(folder)) {
    if (name !== BEFORE && !LOCK_NAME.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
  mkdirSync(join(folder, 'reports'))
}

/** The folder name for a test: short enough for every system, and unique by its number. */
const folderName = (at: number, { file, title }: Result) =>
  `${at + 1}-${`${basename(file)} ${title}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 80)

function storeTry(folder: string, { words, evidence }: Result, { output }: Outcome): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'words.txt'), words)
  writeFileSync(join(folder, 'output.txt'), output)
  for (const file of evidence.filter(existsSync)) cpSync(file, join(folder, basename(file)))
}

/**
 * Stores the evidence of each failure of a step, flaky or not, for both tries: its message, the whole output of the
 * tool, and the trace and the page of a journey.
 * @param from the number of failures of earlier steps already stored
 */
export function storeEvidence({ first, second, flaky, failed }: StepReport, from: number): void {
  for (const [at, failure] of [...flaky.map((one) => one.failed), ...failed].entries()) {
    const folder = join(resultsFolder, 'failures', folderName(from + at, failure))
    storeTry(join(folder, 'first'), failure, first)
    const again = second?.results.find(({ file, title }) => file === failure.file && title === failure.title)
    if (second) storeTry(join(folder, 'second'), again ?? { ...failure, words: '', evidence: [] }, second)
  }
}
