import { deleteDatabase, type Layout, openDatabase } from '#src/browser/open-database.ts'

/** A database that never holds data. */
const SCRATCH = 'haulyard-scratch'
const LAYOUT: Layout<unknown> = { version: 1, upgrade: (db) => void db.createObjectStore('nothing') }

/**
 * Removes deleted data from Chromium's files, which hold it until they are rewritten. When a database is deleted,
 * Chromium writes its memory to a file and merges the existing files that concern that database. When the next one is
 * deleted, it removes the merged files. So call this before the database with the deleted data is itself deleted, and
 * once more after that: the data is then out of all files.
 */
export async function rewriteStorageFiles(): Promise<void> {
  try {
    const db = await openDatabase(SCRATCH, LAYOUT, () => undefined)
    db.close()
    await new Promise<void>((resolve, reject) => {
      deleteDatabase(SCRATCH, resolve).then(resolve, reject)
    })
  } catch {
    // A browser without storage has stored nothing.
  }
}
