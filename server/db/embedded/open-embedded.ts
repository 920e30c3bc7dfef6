import { join } from 'node:path'
import { StartError } from '#server/base/start-error.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { ensureFolder } from '#server/db/embedded/data-folder.ts'
import { EmbeddedDb } from '#server/db/embedded/embedded-db.ts'
import { lockFolder } from '#server/db/embedded/folder-lock.ts'
import { startHousekeeping } from '#server/db/embedded/housekeeping.ts'

/**
 * Opens the embedded database in `dataDir`. The first start creates it. Throws a `StartError` when another process uses
 * it.
 */
export async function openEmbedded(dataDir: string, log: DbLog): Promise<EmbeddedDb> {
  const lock = lockFolder(join(dataDir, 'database.lock'))
  try {
    const folder = join(dataDir, 'database')
    await ensureFolder(folder)
    const db = new EmbeddedDb({ folder, snapshot: null }, (error) =>
      log.error({ reason: error.message }, 'the embedded database was lost; the next statement opens it again'),
    )
    await db.query('is-open', 'select 1')
    const housekeeping = startHousekeeping(db, log)
    db.onClose(housekeeping.stop, lock.release)
    return db
  } catch (error) {
    lock.release()
    if (!(error instanceof Error) || error instanceof StartError) throw error
    throw new StartError(`The database in ${dataDir} can't be opened: ${error.message}`, { cause: error })
  }
}

/** Opens an embedded database in memory, as a copy of `snapshot`. For tests. */
export async function openInMemory(snapshot: string): Promise<EmbeddedDb> {
  const db = new EmbeddedDb({ folder: null, snapshot }, (error) => {
    throw error
  })
  await db.query('is-open', 'select 1')
  return db
}
