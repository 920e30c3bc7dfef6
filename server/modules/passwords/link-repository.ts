import type { Sql } from '#server/db/db.ts'

/**
 * Keeps the hash of the link that sets somebody's password, in place of the one before; answers whom it goes to, or null
 * (and keeps nothing) when there is no such active person. It waits for a change of the person, and the change for it: no
 * link goes to an address that is the person's no more.
 */
export async function keepLink(
  sql: Sql,
  user: number,
  tokenHash: string,
  expiresAt: Date,
): Promise<{ email: string } | null> {
  const [row] = await sql.query<{ email: string }>(
    'password_links.keep',
    `with owner as materialized (select u.id, u.email from users u where u.id = $1 and u.is_active for share),
     kept as (
       insert into password_links (user_id, token_hash, expires_at)
       select o.id, decode($2, 'hex'), $3::timestamptz from owner o
       on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at)
     select email from owner`,
    [user, tokenHash, expiresAt.toISOString()],
  )
  return row ?? null
}

export interface LinkOwner {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** Whose password the link would set; null when it is not live, or the person inactive. */
export async function findLinkOwner(sql: Sql, user: number, tokenHash: string, now: Date): Promise<LinkOwner | null> {
  const [row] = await sql.query<LinkOwner>(
    'password_links.owner',
    `select u.first_name, u.last_name, u.email from password_links l join users u on u.id = l.user_id
     where l.user_id = $1::bigint and l.token_hash = decode($2, 'hex') and l.expires_at > $3::timestamptz and u.is_active`,
    [user, tokenHash, now.toISOString()],
  )
  return row ?? null
}

/** Spends the link; answers whether it was live. Of two that come at once the second waits, and finds it gone. */
export async function spendLink(sql: Sql, user: number, tokenHash: string, now: Date): Promise<boolean> {
  const spent = await sql.query(
    'password_links.spend',
    `delete from password_links where user_id = $1::bigint and token_hash = decode($2, 'hex')
       and expires_at > $3::timestamptz returning 1 as spent`,
    [user, tokenHash, now.toISOString()],
  )
  return spent.length > 0
}

/** Ends the link of a person, if there is one. */
export async function dropLink(sql: Sql, user: number): Promise<void> {
  await sql.query('password_links.drop', 'delete from password_links where user_id = $1', [user])
}
