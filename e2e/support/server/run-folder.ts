import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '#scripts/run-command.mjs'

/** In the environment: the folder of this run, which all its workers have in common. */
const RUN = 'HAULYARD_E2E_RUN'
const NAME = /^haulyard-run-(?<pid>\d+)-/

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4_000_000_000

/** The folder of the run that this process belongs to, for all its files; null where none was started. */
export const folderOfThisRun = (): string | null => process.env[RUN] ?? null

/**
 * Where runs have their folders: in memory where there is plenty, for each test makes some thousand files. What a killed
 * process leaves behind is there as on a disk. What killed runs have left is removed first, or it would fill the memory.
 */
export function placeOfRuns(): string {
  const name = `haulyard-e2e-${process.getuid?.() ?? 'any'}`
  const [inMemory, onDisk] = [join(MEMORY, name), join(tmpdir(), name)]
  for (const place of [inMemory, onDisk]) removeLeftOvers(place)
  return hasMemory() ? inMemory : onDisk
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}

/** Removes the folders of runs whose first process is gone. */
export function removeLeftOvers(place: string): void {
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    const pid = NAME.exec(name)?.groups?.pid
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(place, name))
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    // A process that has outlived its run writes there: no reason for this run to fail.
    console.warn(`${folder} can't be removed, the next run tries again: ${error}`)
  }
}

/** Makes the folder of this run; answers what removes it. For the process that starts the workers. */
export async function startRun(): Promise<() => void> {
  const folder = await mkdtemp(join(tmpdir(), `haulyard-run-${process.pid}-`))
  process.env[RUN] = folder
  return () => {
    delete process.env[RUN]
    remove(folder)
  }
}

/** Where no run was started there is one for this process alone. */
async function runFolder(): Promise<string> {
  const folder = process.env[RUN]
  if (folder !== undefined) return folder
  process.once('exit', await startRun())
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
