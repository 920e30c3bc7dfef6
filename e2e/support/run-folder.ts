import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '#scripts/run-command.mjs'

/** In the environment: the folder of this run, which all its workers have in common. */
const RUN = 'HAULYARD_E2E_RUN'

const NAME = /^haulyard-run-(?<pid>\d+)-/

/** The folder of the run that this process belongs to, for all files of its own; null where none was started. */
export const folderOfThisRun = (): string | null => process.env[RUN] ?? null

/**
 * Makes the folder of this run, and removes those of runs that were killed: hundreds of megabytes, often in memory. Answers
 * what removes it. For the process that starts the workers.
 */
export async function startRun(): Promise<() => void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(NAME.exec(name)?.groups?.pid ?? process.pid)
    if (!isRunning(pid)) removed(join(tmpdir(), name))
  }
  const folder = await mkdtemp(join(tmpdir(), `haulyard-run-${process.pid}-`))
  process.env[RUN] = folder
  return () => removed(folder)
}

const removed = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Where no run was started there is one for this process alone. */
async function runFolder(): Promise<string> {
  const folder = process.env[RUN]
  if (folder !== undefined) return folder
  const remove = await startRun()
  process.once('exit', remove)
  return runFolder()
}

/**
 * A folder that is made once a run, by the worker that asks first; the others wait until it is there. Who gets it copies
 * it, and changes nothing in it.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const run = await runFolder()
  const folder = join(run, name)
  const lock = `${folder}.lock`
  while (!existsSync(folder)) {
    if (!(await isTaken(lock))) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    try {
      // Two may come to make it when the first of them was killed; either is as good.
      const draft = await mkdtemp(`${folder}-`)
      await make(draft)
      if (!existsSync(folder)) await rename(draft, folder)
    } finally {
      await rm(lock, { force: true })
    }
  }
  return folder
}

/** Takes a lock for this process, if no other has it; one of a process that is no more is nobody's. */
async function isTaken(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx')
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
  if (holder > 0 && !isRunning(holder)) await rm(lock, { force: true })
  return false
}
