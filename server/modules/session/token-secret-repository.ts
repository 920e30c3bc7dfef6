import type { Sql } from '#server/db/db.ts'

/**
 * Until the transaction ends, no other process records a secret: of two that start together, one must see the other's.
 */
export async function lockSecrets(sql: Sql): Promise<void> {
  await sql.query(
    'token_secrets.lock',
    `select pg_advisory_xact_lock(hashtext('haulyard token_secrets')) is null as ok`,
  )
}

/** The id of a secret that the database was served with. */
export interface KnownSecret {
  readonly id: string
  /** Whether the database is currently served with this secret. */
  readonly is_current: boolean
}

/** The secrets that the database was served with, in order of first use. */
export function findSecrets(sql: Sql): Promise<KnownSecret[]> {
  return sql.query('token_secrets.list', 'select id, is_current from token_secrets order by first_used_at, id')
}

/** Records that the database is served with only this secret from now on. */
export async function noteCurrentSecret(sql: Sql, id: string): Promise<void> {
  await sql.query('token_secrets.others', 'update token_secrets set is_current = false where is_current and id <> $1', [
    id,
  ])
  await sql.query(
    'token_secrets.note',
    `insert into token_secrets as t (id, is_current) values ($1, true)
     on conflict (id) do update set is_current = true where not t.is_current`,
    [id],
  )
}

export async function forgetSecretIds(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('token_secrets.forget', 'delete from token_secrets where id = any($1::text[])', [ids])
}
