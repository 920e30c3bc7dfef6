import { randomUUID } from 'node:crypto'
import type { Db, Sql } from '#server/db/db.ts'
import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { embeddedSnapshot, unmigratedSnapshot } from '#tests/support/embedded-snapshot.ts'
import { startInMemoryEngine } from '#tests/support/offline/in-memory-engine.ts'
import { LentDb } from './lent-db.ts'
import { noLog } from './no-log.ts'
import { schemaFingerprint } from './schema-fingerprint.ts'

/** The name of the migrated, empty database that tests on PostgreSQL copy. */
export const TEMPLATE = 'haulyard_test_template'

/** A database that the next test file of the same worker reuses, in a session of its own. */
interface ReusableDatabase {
  /** The fingerprint of its schema when the database was new. */
  readonly fingerprint: string
  readonly open: () => Promise<Db>
  /** Removes the database. */
  readonly end: () => Promise<void>
}

/** The databases that no test file uses at the moment. They end with the worker or with the run. */
const idle: ReusableDatabase[] = []

const isOnPostgres = () => process.env.TEST_DATABASE === 'postgresql'

/**
 * Opens an empty, migrated database that no other test file uses at the same time: an embedded one in memory, or with
 * `TEST_DATABASE=postgresql` one on the PostgreSQL at `TEST_DATABASE_URL`. Another test file may have used the database
 * before, but the session is new. `close()` waits for running statements; later ones are refused.
 */
export async function openTestDb(): Promise<LentDb> {
  for (let reusable = idle.pop(); reusable; reusable = idle.pop()) {
    const db = await reopenEmptied(reusable)
    if (db) return lend(reusable, db)
    await reusable.end()
  }
  const { db, ...place } = isOnPostgres() ? await newPostgres() : await newEngine()
  return lend({ ...place, fingerprint: await schemaFingerprint(db) }, db)
}

/** Creates a migrated, empty database for a test of the database itself. `close()` removes it. */
export async function openOwnTestDb(): Promise<Db> {
  return isOnPostgres() ? openOwnDatabase(TEMPLATE) : openInMemory(await embeddedSnapshot())
}

/** Creates a database without any migration. `close()` removes it. */
export async function emptyTestDb(): Promise<Db> {
  return isOnPostgres() ? openOwnDatabase('template0') : openInMemory(await unmigratedSnapshot())
}

/** Opens a used database and empties it. Null if the database is lost or its schema has changed. */
async function reopenEmptied({ open, fingerprint }: ReusableDatabase): Promise<Db | null> {
  const db = await open().catch(() => null)
  if (!db) return null
  try {
    if ((await schemaFingerprint(db)) === fingerprint) {
      await emptyTables(db)
      return db
    }
  } catch {
    // The file before broke the database or dropped a table: the caller takes another one.
  }
  await db.close()
  return null
}

const lend = (reusable: ReusableDatabase, db: Db) => new LentDb(db, () => idle.push(reusable))

async function newEngine() {
  const engine = await startInMemoryEngine(await embeddedSnapshot())
  return { db: await engine.open(), open: engine.open, end: engine.end }
}

async function newPostgres() {
  const url = testDatabaseUrl()
  const name = await newDatabase(TEMPLATE)
  const open = () => openPostgres(databaseAt(url, name), noLog)
  const openAlone = async () => {
    const db = await open()
    // Ends the connections that the file before left open, so that they can't write any more.
    await db.query(
      'test.strangers',
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return db
  }
  return { db: await open(), open: openAlone, end: () => dropDatabase(name) }
}

async function openOwnDatabase(template: string): Promise<Db> {
  const name = await newDatabase(template)
  const db = await openPostgres(databaseAt(testDatabaseUrl(), name), noLog)
  const close = db.close.bind(db)
  db.close = async () => {
    await close()
    await dropDatabase(name)
  }
  return db
}

async function newDatabase(template: string): Promise<string> {
  const name = `${testDatabasePrefix()}${randomUUID().replaceAll('-', '')}`
  await runOnServer(testDatabaseUrl(), `create database ${name} template ${template}`)
  return name
}

const dropDatabase = (name: string) => runOnServer(testDatabaseUrl(), `drop database ${name} with (force)`)

const NUMBERS_FROM_1 = `perform setval(quote_ident(sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;`

const MANY_BYTES = 256 * 1024
/**
 * Deletes row by row, which for few rows takes a tenth of the time of TRUNCATE. Large tables are truncated. The
 * triggers that keep sums are off meanwhile. Other sessions block it and are blocked by it, as with TRUNCATE. An
 * account that is not a superuser can't turn off triggers: then all tables are truncated.
 */
const emptyingScript = (exceptTables: readonly string[], numbers: 'from 1 again' | 'go on') => `do $$
declare
  names text;
  one record;
begin
  select string_agg(quote_ident(tablename), ', ') into names from pg_tables
    where schemaname = 'public' and tablename <> all ('{${exceptTables}}');
  begin
    set local session_replication_role = replica;
  exception when insufficient_privilege then
    alter table security_events disable trigger user;
    execute 'truncate ' || names || ' ${numbers === 'go on' ? 'continue' : 'restart'} identity cascade';
    alter table security_events enable trigger user;
    return;
  end;
  execute 'lock table ' || names || ' in access exclusive mode';
  for one in
    select quote_ident(tablename) as name, pg_relation_size(quote_ident(tablename)::regclass) as bytes from pg_tables
      where schemaname = 'public' and tablename <> all ('{${exceptTables}}')
  loop
    if one.bytes > ${MANY_BYTES} then execute 'truncate ' || one.name || ' cascade';
    elsif one.bytes > 0 then execute 'delete from ' || one.name;
    end if;
  end loop;
  ${numbers === 'go on' ? '' : NUMBERS_FROM_1}
end $$`

/** Empties all tables and lets ids start from 1 again, as after the migrations. `sql`: runs within this transaction. */
export async function emptyTables(db: Db, sql: Sql | null = null): Promise<void> {
  await db.script(sql, emptyingScript(['schema_version'], 'from 1 again'))
}

/** Empties all tables except users and sessions. The numbering of ids continues, so no id occurs twice. */
export async function emptyAllButUsers(db: Db): Promise<void> {
  await db.script(null, emptyingScript(['schema_version', 'users', 'sessions'], 'go on'))
}

/** The prefix of the names of all databases of this run. */
export function testDatabasePrefix(): string {
  return `haulyard_test_${process.env.TEST_DATABASE_RUN}_`
}

/** The URL of the PostgreSQL server on which tests may create databases. */
export function testDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE=postgresql needs TEST_DATABASE_URL, which tests/support/postgres.ts sets')
  return url
}

/** The URL of another database on the same server, with the same account. */
export function databaseAt(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Runs one statement outside any test database. */
export async function runOnServer(url: string, text: string): Promise<void> {
  const db = await openPostgres(url, noLog)
  try {
    await db.script(null, text)
  } finally {
    await db.close()
  }
}
