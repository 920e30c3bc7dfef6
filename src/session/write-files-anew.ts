import { deleteDatabase, type Layout, openDatabase } from '#src/browser/open-database.ts'

/** Nothing is ever kept there. */
const SCRATCH = 'haulyard-scratch'
const LAYOUT: Layout<unknown> = { version: 1, upgrade: (db) => void db.createObjectStore('nothing') }

/**
 * Chromium's files hold what was deleted until they are written anew. With a database that is deleted it writes what it has
 * in memory to a file, and merges the files that lie there by then and tell of that database; with the next one it removes
 * those that were merged. So what was deleted is out of all files when this is done before its own database is deleted, and
 * once more after it.
 */
export async function writeFilesAnew(): Promise<void> {
  try {
    const db = await openDatabase(SCRATCH, LAYOUT, () => undefined)
    db.close()
    await new Promise<void>((resolve, reject) => {
      deleteDatabase(SCRATCH, resolve).then(resolve, reject)
    })
  } catch {
    // A browser that gives no storage has kept nothing either.
  }
}
