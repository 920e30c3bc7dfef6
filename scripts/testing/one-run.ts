import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../run-command.mjs'
import { UsageError } from './command-line.ts'
import { resultsFolder } from './places.ts'

/** In the folder of results: the process of the run that goes on. */
export const RUNNING = 'running.pid'

/** Writes this process's id to a file that is not there. Answers whether it was not. */
function isWritten(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes the folder of results for this process until it ends: two runs at once would overwrite each other's build and
 * results.
 * @throws {UsageError} when another run has it
 */
export function takeResults(folder = resultsFolder): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, RUNNING)
  if (!isWritten(file)) {
    const other = Number(readFileSync(file, 'utf8'))
    if (other !== process.pid && isRunning(other))
      throw new UsageError(
        `Another run goes on in this folder: process ${other}. Wait for its end, or end it. (If that process is none, remove ${file}.)`,
      )
    writeFileSync(file, String(process.pid))
  }
  process.once('exit', () => rmSync(file, { force: true }))
}
