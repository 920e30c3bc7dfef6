import type { Sql } from '#server/db/db.ts'

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Drops the foreign keys of some tables, runs `load` and adds the keys again. One statement then checks each key over
 * all rows. A check for every row would cost more than the rows themselves. The caller runs it in a transaction, so no
 * other connection sees the tables without their keys. A row that refers to a missing row makes it fail.
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
