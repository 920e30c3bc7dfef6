import type { Sql } from '#server/db/db.ts'
import { historyInsert, historyParams } from '#server/records/history-log.ts'

/** Keeps a link's hash, and forgets those that have expired. */
export async function keepSetupLink(sql: Sql, tokenHash: string, now: Date, expiresAt: Date): Promise<void> {
  await sql.query(
    'setup.keep',
    `with expired as (delete from setup_links where expires_at <= $2::timestamptz)
     insert into setup_links (token_hash, expires_at) values (decode($1, 'hex'), $3::timestamptz)`,
    [tokenHash, now.toISOString(), expiresAt.toISOString()],
  )
}

const IS_LIVE = `not exists (select from users) and exists (
  select from setup_links l where l.token_hash = decode($1, 'hex') and l.expires_at > $2::timestamptz)`

/** Whether the link still makes an administrator: it is known, not too old, and nobody has an account. */
export async function isSetupLinkLive(sql: Sql, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await sql.query('setup.is_live', `select 1 where ${IS_LIVE}`, [tokenHash, now.toISOString()])
  return rows.length > 0
}

export interface NewAdministrator {
  readonly first_name: string
  readonly last_name: string
  readonly sort_name: string
  readonly email: string
  readonly passwordHash: string
}

/**
 * Spends all links and makes the administrator, in one statement; answers whom it made, or null. Of two that come at once the
 * second waits for the first one's rows, and finds them gone.
 */
export async function spendSetupLink(
  sql: Sql,
  tokenHash: string,
  now: Date,
  person: NewAdministrator,
): Promise<number | null> {
  const { first_name, last_name, sort_name, email, passwordHash } = person
  const changes = Object.entries({ first_name, last_name, email, role: 'administrator' }).map(([field, to]) => ({
    field,
    from: null,
    to,
  }))
  const log = historyParams({ area: 'users', version: 1, author: { user: null, device: null, now }, changes })
  const [made] = await sql.query<{ id: number }>(
    'setup.spend',
    `with spent as (delete from setup_links where ${IS_LIVE} returning token_hash),
     made as (
       insert into users (first_name, last_name, sort_name, email, password_hash, role)
       select $3::text, $4::text, $5::text, $6::text, $7::text, 'administrator' from spent
       where token_hash = decode($1, 'hex') returning id),
     logged as (${historyInsert(8, 'made.id')}, made)
     select id from made`,
    [tokenHash, now.toISOString(), first_name, last_name, sort_name, email, passwordHash, ...log],
  )
  return made?.id ?? null
}
