import type { Sql } from '#server/db/db.ts'

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Runs `load` while the foreign keys of some tables are off, and puts them back: then each is checked by one statement over
 * all rows instead of once a row, which costs more than the rows themselves. In a transaction that nobody else sees; a row
 * that refers to nothing fails it.
 */
export async function withKeysCheckedAtTheEnd(
  sql: Sql,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const keys = await sql.query<ForeignKey>(
    'seed.foreign_keys',
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[]) order by oid`,
    [tables],
  )
  for (const { table, name } of keys) {
    await sql.query(`seed.drop.${name}`, `alter table ${table} drop constraint ${name}`)
  }
  await load()
  for (const { table, name, definition } of keys) {
    await sql.query(`seed.add.${name}`, `alter table ${table} add constraint ${name} ${definition}`)
  }
}
