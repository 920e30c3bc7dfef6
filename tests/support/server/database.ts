import { randomUUID } from 'node:crypto'
import type { Db, Sql } from '#server/db/db.ts'
import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { embeddedSnapshot, unmigratedSnapshot } from '#tests/support/embedded-snapshot.ts'
import { keepEngine } from '#tests/support/offline/kept-engine.ts'
import { LentDb } from './lent-db.ts'
import { noLog } from './no-log.ts'
import { schemaPrint } from './schema-print.ts'

/** The name of the migrated, empty database that tests on PostgreSQL start from copies of. */
export const TEMPLATE = 'haulyard_test_template'

/** A database that outlives the test file that has it: the next file of the same worker gets it in a session of its own. */
interface KeptDatabase {
  /** What its schema was when it was new. */
  readonly print: string
  readonly open: () => Promise<Db>
  /** For good. */
  readonly end: () => Promise<void>
}

/** Those that no test file has at the moment. They end with the worker, or with the run. */
const idle: KeptDatabase[] = []

const isOnPostgres = () => process.env.TEST_DATABASE === 'postgresql'

/**
 * An empty, migrated database that no other test file has at the same time: the embedded one in memory, or with
 * `TEST_DATABASE=postgresql` one on the PostgreSQL at `TEST_DATABASE_URL`. The database may have been another file's before;
 * the sessions are new. `close()` waits for what is under way, and nothing is run after it.
 */
export async function openTestDb(): Promise<LentDb> {
  for (let kept = idle.pop(); kept; kept = idle.pop()) {
    const db = await openAsNew(kept)
    if (db) return lend(kept, db)
    await kept.end()
  }
  const { db, ...place } = isOnPostgres() ? await newPostgres() : await newEngine()
  return lend({ ...place, print: await schemaPrint(db) }, db)
}

/** The same for a test of the database itself: made for it, and gone with `close()`. */
export async function openOwnTestDb(): Promise<Db> {
  return isOnPostgres() ? ownDatabase(TEMPLATE) : openInMemory(await embeddedSnapshot())
}

/** The same before any migration. */
export async function emptyTestDb(): Promise<Db> {
  return isOnPostgres() ? ownDatabase('template0') : openInMemory(await unmigratedSnapshot())
}

/** Opens what another file has had, emptied; null when it is not as it was made: lost, or of another schema. */
async function openAsNew({ open, print }: KeptDatabase): Promise<Db | null> {
  const db = await open().catch(() => null)
  if (!db) return null
  try {
    if ((await schemaPrint(db)) === print) {
      await emptyTables(db)
      return db
    }
  } catch {
    // It broke in the hands of the file before, or is a table short: a new one is made.
  }
  await db.close()
  return null
}

const lend = (kept: KeptDatabase, db: Db) => new LentDb(db, () => idle.push(kept))

async function newEngine() {
  const engine = await keepEngine(await embeddedSnapshot())
  return { db: await engine.open(), open: engine.open, end: engine.end }
}

async function newPostgres() {
  const url = testDatabaseUrl()
  const name = await newDatabase(TEMPLATE)
  const open = () => openPostgres(databaseAt(url, name), noLog)
  const openAlone = async () => {
    const db = await open()
    // What the file before left open, which nothing may be written by any more.
    await db.query(
      'test.strangers',
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return db
  }
  return { db: await open(), open: openAlone, end: () => dropDatabase(name) }
}

async function ownDatabase(template: string): Promise<Db> {
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
  await onServer(testDatabaseUrl(), `create database ${name} template ${template}`)
  return name
}

const dropDatabase = (name: string) => onServer(testDatabaseUrl(), `drop database ${name} with (force)`)

const NUMBERS_FROM_1 = `perform setval(quote_ident(sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;`

const MANY_BYTES = 256 * 1024
/**
 * Row by row, which for few rows takes a tenth of the time of TRUNCATE; without the triggers that would keep sums of what
 * goes. Other sessions are waited for, and wait, as with TRUNCATE. An account that is no superuser can't put triggers off.
 */
const emptying = (kept: readonly string[], numbers: 'from 1 again' | 'go on') => `do $$
declare
  names text;
  one record;
begin
  select string_agg(quote_ident(tablename), ', ') into names from pg_tables
    where schemaname = 'public' and tablename <> all ('{${kept}}');
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
      where schemaname = 'public' and tablename <> all ('{${kept}}')
  loop
    if one.bytes > ${MANY_BYTES} then execute 'truncate ' || one.name || ' cascade';
    elsif one.bytes > 0 then execute 'delete from ' || one.name;
    end if;
  end loop;
  ${numbers === 'go on' ? '' : NUMBERS_FROM_1}
end $$`

/** Leaves the tables as the migrations made them: empty, numbers from 1 again. `sql`: within a transaction. */
export async function emptyTables(db: Db, sql: Sql | null = null): Promise<void> {
  await db.script(sql, emptying(['schema_version'], 'from 1 again'))
}

/** Empties all tables but those of the people who are signed in. Numbers go on: no id comes twice. */
export async function emptyAllButUsers(db: Db): Promise<void> {
  await db.script(null, emptying(['schema_version', 'users', 'sessions'], 'go on'))
}

/** What the names of all databases of this run begin with. */
export function testDatabasePrefix(): string {
  return `haulyard_test_${process.env.TEST_DATABASE_RUN}_`
}

/** The PostgreSQL that tests may make databases on. */
export function testDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE=postgresql needs TEST_DATABASE_URL, which tests/support/postgres.ts sets')
  return url
}

/** The same server and account, another database. */
export function databaseAt(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Runs one statement outside of any test database. */
export async function onServer(url: string, text: string): Promise<void> {
  const db = await openPostgres(url, noLog)
  try {
    await db.script(null, text)
  } finally {
    await db.close()
  }
}
