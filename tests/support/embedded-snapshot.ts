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

/** The path of a tar of a migrated, empty embedded database: each test file starts from a copy in memory. */
export async function embeddedSnapshot(): Promise<string> {
  return join(await snapshots(), 'database.tar')
}

/** The same before any migration. */
export async function unmigratedSnapshot(): Promise<string> {
  return join(await snapshots(), 'unmigrated.tar')
}

/** Puts a migrated, empty embedded database into a data folder: what a first start makes in seconds. */
export async function placeEmbedded(dataDir: string): Promise<void> {
  cpSync(join(await snapshots(), 'database'), join(dataDir, 'database'), { recursive: true })
}

/** Where folder and tars are kept. Made, by the real way in, when migrations, the database's version or this file are new. */
async function snapshots(): Promise<string> {
  const what = [
    readFileSync(ENGINE, 'utf8'),
    readFileSync(import.meta.filename, 'utf8'),
    ...readMigrations().map(({ text }) => text),
  ]
  const place = join(CACHE, `embedded-${createHash('sha256').update(what.join('\n')).digest('hex').slice(0, 16)}`)
  if (existsSync(place)) return place
  mkdirSync(CACHE, { recursive: true })
  const old = readdirSync(CACHE).filter((name) => /^embedded-/.test(name))
  // Several test processes may do this at once: each in a place of its own, and one rename is taken.
  const draft = mkdtempSync(join(CACHE, 'draft-'))
  await make(draft)
  try {
    renameSync(draft, place)
  } catch (error) {
    if (!existsSync(place)) throw error
    rmSync(draft, { recursive: true })
  }
  for (const name of old) rmSync(join(CACHE, name), { recursive: true, force: true })
  return place
}

async function make(folder: string): Promise<void> {
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
