import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/db.ts'
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

/** Leaves the tables as the migrations made them: empty, numbers from 1 again. */
export async function emptyTables(db: Db): Promise<void> {
  const [tables] = await db.query<{ names: string }>(
    'tables-to-empty',
    `select string_agg(quote_ident(tablename), ', ') as names from pg_tables
     where schemaname = 'public' and tablename <> 'schema_version'`,
  )
  await db.script(null, `truncate ${tables?.names} restart identity cascade`)
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
