import type { Sql } from '#server/db/db.ts'

/**
 * Keeps the hash of a link that sets a person's password, beside the two before it; answers whom it goes to, or null
 * (and keeps nothing) when there is no such active person. It waits for a change of the person, and the change for it: no
 * link goes to an address that is the person's no more.
 */
export async function keepLink(
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

/** Spends the link, and all others of its person; answers whether it was live. Of two that come at once the second finds it gone. */
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

/** Ends the links of a person. */
export async function dropLink(sql: Sql, user: number): Promise<void> {
  await sql.query('password_links.drop', 'delete from password_links where user_id = $1', [user])
}
