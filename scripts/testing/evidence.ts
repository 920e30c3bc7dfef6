import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RUNNING } from './one-run.ts'
import type { Outcome, Result } from './outcome.ts'
import { resultsFolder } from './places.ts'
import type { StepReport } from './second-try.ts'

const BEFORE = 'failures-before'

/**
 * Clears what the last run left. Its failures stay for one more run that has some, as `failures-before`: somebody may still
 * look for their cause while this run tries a mend.
 */
export function clearResults(folder = resultsFolder): void {
  mkdirSync(folder, { recursive: true })
  if (existsSync(join(folder, 'failures'))) {
    rmSync(join(folder, BEFORE), { recursive: true, force: true })
    renameSync(join(folder, 'failures'), join(folder, BEFORE))
  }
  for (const name of readdirSync(folder)) {
    if (name !== BEFORE && !RUNNING.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
  mkdirSync(join(folder, 'reports'))
}

/** A folder's name for a test: short enough for every system, and told apart by its number. */
const folderName = (at: number, { file, title }: Result) =>
  `${at + 1}-${`${basename(file)} ${title}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 80)

function keepTry(folder: string, { words, evidence }: Result, { output }: Outcome): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'words.txt'), words)
  writeFileSync(join(folder, 'output.txt'), output)
  for (const file of evidence.filter(existsSync)) cpSync(file, join(folder, basename(file)))
}

/**
 * Keeps what is known of each failure of a step, flaky or not: its words, all that the tool printed, the trace and the
 * page of a journey; of both tries.
 * @param from how many failures of earlier steps have been kept
 */
export function keepEvidence({ first, second, flaky, failed }: StepReport, from: number): void {
  for (const [at, failure] of [...flaky.map((one) => one.failed), ...failed].entries()) {
    const folder = join(resultsFolder, 'failures', folderName(from + at, failure))
    keepTry(join(folder, 'first'), failure, first)
    const again = second?.results.find(({ file, title }) => file === failure.file && title === failure.title)
    if (second) keepTry(join(folder, 'second'), again ?? { ...failure, words: '', evidence: [] }, second)
  }
}
