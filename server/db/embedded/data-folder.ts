import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { syncFolder, syncTree } from '#server/base/durable-files.ts'
import { StartError } from '#server/base/start-error.ts'
import { EmbeddedSocket } from '#server/db/embedded/embedded-socket.ts'

/** PostgreSQL's major version in the pinned PGlite. It can't open the folder of another major version. */
const MAJOR = '18'

/**
 * Creates the embedded database's folder if it does not exist. The new database is built in a folder next to it, synced
 * to disk, then renamed. A first start that is killed or loses power leaves either a complete database or none.
 */
export async function ensureFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return checkMajor(folder)
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const stream = () => new EmbeddedSocket({ folder: draft, snapshot: null, syncs: new SharedArrayBuffer(4) })
  const client = new pg.Client({ stream, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.end()
  await syncTree(draft)
  renameSync(draft, folder)
  syncFolder(dirname(folder))
}

function checkMajor(folder: string): void {
  const file = join(folder, 'PG_VERSION')
  const major = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'of an unknown version'
  if (major === MAJOR) return
  throw new StartError(`${folder} holds a database of PostgreSQL ${major}; this Haulyard reads version ${MAJOR} only.`)
}
