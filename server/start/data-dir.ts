import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/base/start-error.ts'

/**
 * Removes the access of all other users from an existing folder, because it contains secrets. systemd, for example,
 * creates it with such access. The group keeps its access, because a vendor's SFTP may deliver reports. Returns false
 * when another user owns the folder: only the owner can change the access.
 */
function revokeOtherUsersAccess(path: string): boolean {
  const { mode, uid } = statSync(path)
  if ((mode & 0o007) === 0 || process.getuid === undefined) return true
  if (process.getuid() !== 0 && process.getuid() !== uid) return false
  chmodSync(path, mode & 0o770)
  return true
}

/**
 * Creates the data folder, accessible only to its owner. Returns false when other users can still read it. Throws a
 * `StartError` when the folder is not writable.
 */
export function ensureDataDir(path: string): boolean {
  const probe = join(path, `.can-write-${process.pid}`)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
    return revokeOtherUsersAccess(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new StartError(`The data folder ${path} can't be written to (${code}): set DATA_DIR to one that can.`)
  }
}
