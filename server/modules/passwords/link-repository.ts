import type { Sql } from '#server/db/db.ts'

/**
 * Stores the hash of a link that sets a user's password; the two links before it stay valid. Returns the user's
 * address, or null (and stores nothing) if no such active user exists. The statement locks the user's row against
 * changes, so that no link is sent to an address that is no longer the user's.
 */
export async function storeLink(
  sql: Sql,
  user: number,
  tokenHash: string,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<{ email: string } | null> {
  const [row] = await sql.query<{ email: string }>(
    'password_links.keep',
    `with owner as materialized (select u.id, u.email from users u where u.id = $1 and u.is_active for share),
     dropped as (
       delete from password_links l using owner o where l.user_id = o.id and l.token_hash not in (
         select k.token_hash from password_links k where k.user_id = o.id order by k.made_at desc, k.token_hash limit 2)),
     kept as (
       insert into password_links (user_id, token_hash, expires_at, made_at)
       select o.id, decode($2, 'hex'), $3::timestamptz, $4::timestamptz from owner o)
     select email from owner`,
    [user, tokenHash, expiresAt.toISOString(), now.toISOString()],
  )
  return row ?? null
}

export interface LinkOwner {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** The user whose password the link would set; null if the link is not live or the user is inactive. */
export async function findLinkOwner(sql: Sql, user: number, tokenHash: string, now: Date): Promise<LinkOwner | null> {
  const [row] = await sql.query<LinkOwner>(
    'password_links.owner',
    `select u.first_name, u.last_name, u.email from password_links l join users u on u.id = l.user_id
     where l.user_id = $1::bigint and l.token_hash = decode($2, 'hex') and l.expires_at > $3::timestamptz and u.is_active`,
    [user, tokenHash, now.toISOString()],
  )
  return row ?? null
}

/**
 * Spends the link and all others of its user. Returns whether it was live. Of two simultaneous calls, the second gets
 * false.
 */
export async function spendLink(sql: Sql, user: number, tokenHash: string, now: Date): Promise<boolean> {
  const spent = await sql.query(
    'password_links.spend',
    `with spent as (
       delete from password_links where user_id = $1::bigint and token_hash = decode($2, 'hex')
         and expires_at > $3::timestamptz returning user_id),
     others as (
       delete from password_links l using spent s where l.user_id = s.user_id and l.token_hash <> decode($2, 'hex'))
     select 1 as spent from spent`,
    [user, tokenHash, now.toISOString()],
  )
  return spent.length > 0
}

/** Ends the links of a user. */
export async function deleteLinks(sql: Sql, user: number): Promise<void> {
  await sql.query('password_links.drop', 'delete from password_links where user_id = $1', [user])
}
