import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../run-command.mjs'
import { UsageError } from './command-line.ts'
import { resultsFolder } from './places.ts'

/** The name of the empty file that each active run has in the results folder. It contains the process id. */
export const LOCK_NAME = /^running-(?<pid>\d+)$/

/** The process id of another active run in the folder, or null. Removes the files of runs that were killed. */
function otherRun(folder: string): number | null {
  for (const name of readdirSync(folder)) {
    const pid = Number(LOCK_NAME.exec(name)?.groups?.pid ?? process.pid)
    if (pid === process.pid) continue
    if (isRunning(pid)) return pid
    rmSync(join(folder, name), { force: true })
  }
  return null
}

/**
 * Locks the results folder for this process until it exits, because two simultaneous runs would overwrite each other's
 * build and results. When two runs start at the same moment, both can fail.
 * @throws {UsageError} when another run has locked the folder
 */
export function lockResults(folder = resultsFolder): void {
  mkdirSync(folder, { recursive: true })
  const own = join(folder, `running-${process.pid}`)
  writeFileSync(own, '')
  const other = otherRun(folder)
  if (other !== null) {
    rmSync(own, { force: true })
    const theirs = join(folder, `running-${other}`)
    throw new UsageError(
      `Another test run is active in this folder: process ${other}. Wait for its end, or end it. If that process is something else, remove ${theirs}.`,
    )
  }
  process.once('exit', () => rmSync(own, { force: true }))
}
