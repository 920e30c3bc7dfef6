import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from '../places.mjs'
import type { Result, Step } from './outcome.ts'
import { countsOf, type StepReport } from './second-try.ts'

/** The times of a complete run. The record is stored in the repository, so that slower tests become visible. */
export interface TimeRecord {
  /** yyyy-MM-dd */
  readonly date: string
  /** The commit that was checked out; empty without git. */
  readonly commit: string
  readonly cores: number
  /** Seconds of the complete run; less than the sum of the steps, because some run in parallel. */
  readonly seconds: number
  /** Seconds by the step's name. */
  readonly steps: Readonly<Record<string, number>>
  /** Seconds of the slowest tests and journeys, by file and title. */
  readonly slowest: Readonly<Record<string, number>>
}

const recordFile = join(root, 'tests', 'times.json')
const HOW_MANY = 10
/** Tests that take less time are never listed as slow. */
const MIN_SECONDS = 0.1

/** The slowest tests of a kind, slowest first. */
export function slowest(reports: readonly StepReport[], kind: Step['kind']): readonly Result[] {
  return reports
    .filter(({ step }) => step.kind === kind)
    .flatMap(({ results }) => results)
    .filter(({ seconds }) => seconds >= MIN_SECONDS)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, HOW_MANY)
}

function headCommit(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root })
  return status === 0 ? stdout.toString().trim() : ''
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10

/** The record of a run that took `seconds`. */
export function timesOf(reports: readonly StepReport[], seconds: number, now: Date): TimeRecord {
  const slow = [...slowest(reports, 'test'), ...slowest(reports, 'journey')]
  return {
    date: now.toISOString().slice(0, 10),
    commit: headCommit(),
    cores: availableParallelism(),
    seconds: rounded(seconds),
    steps: Object.fromEntries(reports.map((report) => [report.step.name, rounded(countsOf(report).seconds)])),
    slowest: Object.fromEntries(slow.map(({ file, title, seconds }) => [`${file} · ${title}`, rounded(seconds)])),
  }
}

/** All records, oldest first. */
export function readRecords(file = recordFile): readonly TimeRecord[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TimeRecord[]) : []
}

/** Adds a record: `npm test -- --record`. */
export function addRecord(record: TimeRecord, file = recordFile): void {
  writeFileSync(file, `${JSON.stringify([...readRecords(file), record], null, 2)}\n`)
}
