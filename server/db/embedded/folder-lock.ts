import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/base/start-error.ts'

export interface FolderLock {
  release(): void
}

/**
 * Reserves the embedded database's folder for this process, with a kernel lock on a small file next to it: a second
 * process would silently destroy the data of the first one. The lock disappears with the process, however it ends.
 * Throws a `StartError` when another process has the lock.
 */
export function lockFolder(file: string): FolderLock {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new StartError(`Another process has the database in use (${file}): stop it first, or set another DATA_DIR.`)
    }
    throw error
  }
  return { release: () => lock.close() }
}
