import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '#server/base/start-error.ts'
import type { Db, Sql } from '#server/db/db.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const FILE = /^(\d{4})-[a-z0-9-]+\.sql$/

export interface Migration {
  /** 1 for `0001-….sql`. Versions have no gaps. */
  readonly version: number
  readonly name: string
  readonly text: string
}

/**
 * Brings the database to the newest version. Each migration runs in its own transaction. It locks the row with the
 * current version: when two processes start at the same time, one migrates and the other waits. Returns the names of
 * the migrations that ran. Throws a `StartError` when the database is newer than this program.
 */
export async function migrate(db: Db, migrations: readonly Migration[] = readMigrations()): Promise<string[]> {
  await ensureVersionTable(db)
  const newest = migrations.at(-1)?.version ?? 0
  const ran: string[] = []
  for (;;) {
    const next = await db.tx((sql) => runNext(db, sql, migrations, newest))
    if (next === null) return ran
    ran.push(next)
  }
}

/**
 * The `*.sql` files of a folder and its subfolders, by number. Throws when a number is missing or used twice.
 *
 * A new migration is the file with the next number. It never changes after a release, because databases have run it.
 * An example, `0043-passwords-given.sql`:
 *
 * ```sql
 * alter table sessions alter column password_at set default '-infinity';
 * ```
 */
export function readMigrations(folder: string = FOLDER): Migration[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'))
  const files = paths
    .map((path) => ({ path, name: basename(path), version: Number(FILE.exec(basename(path))?.[1]) }))
    .sort((a, b) => (a.name < b.name || (a.name === b.name && a.path < b.path) ? -1 : 1))
  return files.map(({ path, name, version }, index) => {
    const before = files[index - 1]
    if (before?.version === version) throw new Error(`Migration ${version} is there twice: ${before.path} and ${path}`)
    if (version !== index + 1) throw new Error(`Migration ${name} should be number ${index + 1}, as 0001-name.sql`)
    return { version, name, text: readFileSync(join(folder, path), 'utf8') }
  })
}

/** Runs the next migration and returns its name. Null when the database has the newest version. */
async function runNext(db: Db, sql: Sql, migrations: readonly Migration[], newest: number): Promise<string | null> {
  // A migration, or the wait for another process that migrates, may take longer than any request.
  await db.script(sql, `set local statement_timeout = 0`)
  const [row] = await sql.query<{ version: number }>('schema-version', 'select version from schema_version for update')
  const version = row?.version ?? 0
  if (version > newest) {
    throw new StartError(
      `The database is of version ${version}, newer than this Haulyard knows (${newest}): start the newer Haulyard.`,
    )
  }
  const next = migrations[version]
  if (!next) return null
  await db.script(sql, next.text)
  await sql.query('schema-version-raise', 'update schema_version set version = $1, migrated_at = now()', [next.version])
  return next.name
}

/**
 * Takes a lock first: when two processes create the same table at the same time, PostgreSQL's catalog refuses one of
 * them.
 */
async function ensureVersionTable(db: Db): Promise<void> {
  const text = `select pg_advisory_xact_lock(hashtext('haulyard schema_version'));
    create table if not exists schema_version (
      only_row    boolean primary key default true check (only_row),
      version     integer not null,
      migrated_at timestamptz not null default now()
    );
    insert into schema_version (version) values (0) on conflict do nothing`
  await db.tx((sql) => db.script(sql, text))
}
