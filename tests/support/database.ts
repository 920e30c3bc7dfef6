import { randomUUID } from 'node:crypto'
import type { Db, Sql } from '#server/db/db.ts'
import { openInMemory } from '#server/db/embedded/open-embedded.ts'
import { openPostgres } from '#server/db/open-postgres.ts'
import { embeddedSnapshot } from '#tests/support/embedded-snapshot.ts'
import { noLog } from '#tests/support/no-log.ts'

/** The name of the migrated, empty database that tests on PostgreSQL start from copies of. */
export const TEMPLATE = 'haulyard_test_template'

/**
 * An empty, migrated database of this test file's own: the embedded one in memory, or with `TEST_DATABASE=postgresql` a
 * new database on the PostgreSQL at `TEST_DATABASE_URL`, which `close()` drops.
 */
export async function openTestDb(): Promise<Db> {
  if (process.env.TEST_DATABASE !== 'postgresql') return openInMemory(await embeddedSnapshot())
  return ownDatabase(TEMPLATE)
}

/** The same before any migration. */
export async function emptyTestDb(): Promise<Db> {
  return process.env.TEST_DATABASE === 'postgresql' ? ownDatabase('template0') : openInMemory(null)
}

async function ownDatabase(template: string): Promise<Db> {
  const url = testDatabaseUrl()
  const name = `haulyard_test_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name} template ${template}`)
  const db = await openPostgres(databaseAt(url, name), noLog)
  const close = db.close.bind(db)
  db.close = async () => {
    await close()
    await onServer(url, `drop database ${name} with (force)`)
  }
  return db
}

const MANY_BYTES = 256 * 1024
/**
 * Row by row, which for few rows takes a tenth of the time of TRUNCATE; without the triggers that would keep sums of what
 * goes. Other sessions are waited for, and wait, as with TRUNCATE. An account that is no superuser can't put triggers off.
 */
const EMPTY = `do $$
declare
  names text;
  one record;
begin
  select string_agg(quote_ident(tablename), ', ') into names from pg_tables
    where schemaname = 'public' and tablename <> 'schema_version';
  begin
    set local session_replication_role = replica;
  exception when insufficient_privilege then
    execute 'truncate ' || names || ' restart identity cascade';
    return;
  end;
  execute 'lock table ' || names || ' in access exclusive mode';
  for one in
    select quote_ident(tablename) as name, pg_relation_size(quote_ident(tablename)::regclass) as bytes from pg_tables
      where schemaname = 'public' and tablename <> 'schema_version'
  loop
    if one.bytes > ${MANY_BYTES} then execute 'truncate ' || one.name || ' cascade';
    elsif one.bytes > 0 then execute 'delete from ' || one.name;
    end if;
  end loop;
  perform setval(quote_ident(sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;
end $$`

/** Leaves the tables as the migrations made them: empty, numbers from 1 again. `sql`: within a transaction. */
export async function emptyTables(db: Db, sql: Sql | null = null): Promise<void> {
  await db.script(sql, EMPTY)
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
