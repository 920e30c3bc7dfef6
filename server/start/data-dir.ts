import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/base/start-error.ts'

/**
 * Takes everyone else's rights off a folder that was there before, as systemd makes it: it holds secrets. Its group keeps its
 * own, since a vendor's SFTP may bring reports. Answers false where another user owns it, who alone may do so.
 */
function closeToOthers(path: string): boolean {
  const { mode, uid } = statSync(path)
  if ((mode & 0o007) === 0 || process.getuid === undefined) return true
  if (process.getuid() !== 0 && process.getuid() !== uid) return false
  chmodSync(path, mode & 0o770)
  return true
}

/** Makes the data folder, for the owner's eyes alone; answers false where others may look into it all the same. Throws a `StartError` when it can't be written to. */
export function ensureDataDir(path: string): boolean {
  const probe = join(path, `.can-write-${process.pid}`)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
    return closeToOthers(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new StartError(`The data folder ${path} can't be written to (${code}): set DATA_DIR to one that can.`)
  }
}
