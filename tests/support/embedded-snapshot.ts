import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { noLog } from '#tests/support/server/no-log.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
const CACHE = join(MODULES, '.cache/haulyard')
const ENGINE = join(MODULES, '@electric-sql/pglite/package.json')

/** The path of a tar of a migrated, empty embedded database. Each test file starts from a copy of it in memory. */
export async function embeddedSnapshot(): Promise<string> {
  return join(await snapshotFolder(), 'database.tar')
}

/** The path of a tar of an embedded database without any migration. */
export async function unmigratedSnapshot(): Promise<string> {
  return join(await snapshotFolder(), 'unmigrated.tar')
}

/** Copies a migrated, empty embedded database into a data folder. A first start would take seconds to create it. */
export async function placeEmbedded(dataDir: string): Promise<void> {
  cpSync(join(await snapshotFolder(), 'database'), join(dataDir, 'database'), { recursive: true })
}

/**
 * The folder of the snapshots. They are created by the server's own code, again whenever the migrations, the version of
 * the database or this file change.
 */
async function snapshotFolder(): Promise<string> {
  const sources = [
    readFileSync(ENGINE, 'utf8'),
    readFileSync(import.meta.filename, 'utf8'),
    ...readMigrations().map(({ text }) => text),
  ]
  const folder = join(CACHE, `embedded-${createHash('sha256').update(sources.join('\n')).digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const outdated = readdirSync(CACHE).filter((name) => /^embedded-/.test(name))
  // Several test processes may create snapshots at the same time: each in its own folder. Only one rename succeeds.
  const draft = mkdtempSync(join(CACHE, 'draft-'))
  await createSnapshots(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true })
  }
  for (const name of outdated) rmSync(join(CACHE, name), { recursive: true, force: true })
  return folder
}

async function createSnapshots(folder: string): Promise<void> {
  const unmigrated = await openEmbedded(folder, noLog)
  await unmigrated.close()
  await pack(folder, 'unmigrated.tar')
  const db = await openEmbedded(folder, noLog)
  await migrate(db)
  await db.close()
  await pack(folder, 'database.tar')
}

async function pack(folder: string, name: string): Promise<void> {
  const pg = await PGlite.create(join(folder, 'database'))
  const tar = await pg.dumpDataDir('none')
  await pg.close()
  writeFileSync(join(folder, name), new Uint8Array(await tar.arrayBuffer()))
}
