import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'

/** Makes the data folder, for the owner's eyes alone. Throws a `StartError` when it can't be written to. */
export function ensureDataDir(path: string): void {
  const probe = join(path, `.can-write-${process.pid}`)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new StartError(`The data folder ${path} can't be written to (${code}): set DATA_DIR to one that can.`)
  }
}
