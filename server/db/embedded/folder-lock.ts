import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/base/start-error.ts'

export interface FolderLock {
  release(): void
}

/**
 * Takes the embedded database's folder for this process alone, by a lock of the kernel on a small file beside it: a
 * second process would silently destroy what the first wrote. The lock goes with the process, however it ends.
 * Throws a `StartError` when another process has it.
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
