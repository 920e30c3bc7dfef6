import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../run-command.mjs'
import { UsageError } from './command-line.ts'
import { resultsFolder } from './places.ts'

/** In the folder of results: an empty file of each run that goes on, named by its process. */
export const RUNNING = /^running-(?<pid>\d+)$/

/** Another run that has the folder; those that have ended without a word are removed. */
function otherRun(folder: string): number | null {
  for (const name of readdirSync(folder)) {
    const pid = Number(RUNNING.exec(name)?.groups?.pid ?? process.pid)
    if (pid === process.pid) continue
    if (isRunning(pid)) return pid
    rmSync(join(folder, name), { force: true })
  }
  return null
}

/**
 * Takes the folder of results for this process until it ends: two runs at once would overwrite each other's build and
 * results. Of two that begin at the same moment neither goes on.
 * @throws {UsageError} when another run has it
 */
export function takeResults(folder = resultsFolder): void {
  mkdirSync(folder, { recursive: true })
  const own = join(folder, `running-${process.pid}`)
  writeFileSync(own, '')
  const other = otherRun(folder)
  if (other !== null) {
    rmSync(own, { force: true })
    const theirs = join(folder, `running-${other}`)
    throw new UsageError(
      `Another run of the tests goes on in this folder: process ${other}. Wait for its end, or end it. If that process is something else, remove ${theirs}.`,
    )
  }
  process.once('exit', () => rmSync(own, { force: true }))
}
