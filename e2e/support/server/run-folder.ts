import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '#scripts/run-command.mjs'

/** Environment variable with the folder of this run, which all its workers share. */
const RUN_VARIABLE = 'HAULYARD_E2E_RUN'
const RUN_FOLDER_NAME = /^haulyard-run-(?<pid>\d+)-/

const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 4_000_000_000

/** The folder for all files of the run that this process belongs to; null if no run was started. */
export const currentRunFolder = (): string | null => process.env[RUN_VARIABLE] ?? null

/**
 * The folder that contains the folders of all runs. In memory if enough is free, because each test creates some
 * thousand files; what a killed process leaves behind survives there as on a disk. Removes the leftovers of killed runs
 * first, because they would fill the memory.
 */
export function parentOfRunFolders(): string {
  const name = `haulyard-e2e-${process.getuid?.() ?? 'any'}`
  const [inMemory, onDisk] = [join(MEMORY, name), join(tmpdir(), name)]
  for (const place of [inMemory, onDisk]) removeLeftOvers(place)
  return hasEnoughMemory() ? inMemory : onDisk
}

function hasEnoughMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MIN_FREE_BYTES
}

/** Removes the folders of runs whose main process has ended. */
export function removeLeftOvers(place: string): void {
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    const pid = RUN_FOLDER_NAME.exec(name)?.groups?.pid
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(place, name))
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    // A process that outlived its run may still be writing there. This run does not need to fail.
    console.warn(`Cannot remove ${folder}; the next run tries again: ${error}`)
  }
}

/** Creates the folder of this run. Returns a function that removes it. For the process that starts the workers. */
export async function startRun(): Promise<() => void> {
  const folder = await mkdtemp(join(tmpdir(), `haulyard-run-${process.pid}-`))
  process.env[RUN_VARIABLE] = folder
  return () => {
    delete process.env[RUN_VARIABLE]
    remove(folder)
  }
}

/** The folder of this run. If no run was started, starts one for this process only. */
async function runFolder(): Promise<string> {
  const folder = process.env[RUN_VARIABLE]
  if (folder !== undefined) return folder
  process.once('exit', await startRun())
  return runFolder()
}

/**
 * A folder that is built once per run, by the first worker that needs it; the other workers wait for it. Callers copy
 * the folder and change nothing in it.
 */
export async function buildOncePerRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const run = await runFolder()
  const folder = join(run, name)
  const lock = `${folder}.lock`
  while (!existsSync(folder)) {
    if (!(await takeLock(lock))) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    try {
      // Two workers may build it if an earlier one was killed. Either result is good.
      const draft = await mkdtemp(`${folder}-`)
      await make(draft)
      if (!existsSync(folder)) await rename(draft, folder)
    } finally {
      await rm(lock, { force: true })
    }
  }
  return folder
}

/** Tries to take a lock for this process. Removes the lock of a process that has ended, for the next attempt. */
async function takeLock(lock: string): Promise<boolean> {
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
