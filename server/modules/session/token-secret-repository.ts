import type { Sql } from '#server/db/db.ts'

/** Until the open transaction ends no other process notes a secret: of two that start at once, one must see the other's. */
export async function lockSecrets(sql: Sql): Promise<void> {
  await sql.query(
    'token_secrets.lock',
    `select pg_advisory_xact_lock(hashtext('haulyard token_secrets')) is null as ok`,
  )
}

/** The ids of the secrets that the database was served with, the first one first. */
export async function findSecretIds(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'token_secrets.list',
    'select id from token_secrets order by first_used_at, id',
  )
  return rows.map(({ id }) => id)
}

export async function noteSecretId(sql: Sql, id: string): Promise<void> {
  await sql.query('token_secrets.note', 'insert into token_secrets (id) values ($1) on conflict do nothing', [id])
}

export async function forgetSecretIds(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('token_secrets.forget', 'delete from token_secrets where id = any($1::text[])', [ids])
}
