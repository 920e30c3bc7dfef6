import type { Sql } from '#server/db/db.ts'

/**
 * Whether the address of an account is the owner's to take back. It is not while the one before it can be: it may be a
 * thief's. Nor where the account was made with it after `since` and no one has signed in: it may be a typing error.
 */
export async function isOwnersAddress(sql: Sql, user: number, since: Date, now: Date): Promise<boolean> {
  const [row] = await sql.query<{ is_owners: boolean }>(
    'former_addresses.is_owners',
    `select not exists (select from former_addresses f where f.user_id = $1::integer and f.expires_at > $3::timestamptz)
       and (exists (select from sessions s where s.user_id = $1::integer)
         or not exists (select from history h where h.area = 'users' and h.record_id = $1::integer::text
           and h.version = 1 and h.at > $2::timestamptz)) as is_owners`,
    [user, since.toISOString(), now.toISOString()],
  )
  return row?.is_owners === true
}

/** Keeps the address that an account had; answers under which number. */
export async function addFormerAddress(sql: Sql, user: number, email: string, expiresAt: Date): Promise<number> {
  const [row] = await sql.query<{ id: number }>(
    'former_addresses.add',
    'insert into former_addresses (user_id, email, expires_at) values ($1::integer, $2, $3::timestamptz) returning id',
    [user, email, expiresAt.toISOString()],
  )
  if (!row) throw new Error('former_addresses.add: no answer')
  return row.id
}

/** Keeps the hash of the link of a former address; answers until when it is good, or null when that address is no more. */
export async function keepUndoToken(sql: Sql, id: number, tokenHash: string, now: Date): Promise<string | null> {
  const [row] = await sql.query<{ expires_at: string }>(
    'former_addresses.token',
    `update former_addresses set token_hash = decode($2, 'hex') where id = $1::bigint and expires_at > $3::timestamptz
     returning expires_at`,
    [id, tokenHash, now.toISOString()],
  )
  return row?.expires_at ?? null
}

export interface FormerAddress {
  readonly user: number
  readonly email: string
  readonly isActive: boolean
}

/** The address that a live link puts back; null for any other link. */
export async function findFormerAddress(sql: Sql, tokenHash: string, now: Date): Promise<FormerAddress | null> {
  const [row] = await sql.query<FormerAddress>(
    'former_addresses.find',
    `select f.user_id as "user", f.email, u.is_active as "isActive" from former_addresses f join users u on u.id = f.user_id
     where f.token_hash = decode($1, 'hex') and f.expires_at > $2::timestamptz`,
    [tokenHash, now.toISOString()],
  )
  return row ?? null
}

/** Spends a link, and with it all younger ones of the account; answers whether it was live. */
export async function spendFormerAddress(sql: Sql, tokenHash: string, now: Date): Promise<boolean> {
  const spent = await sql.query(
    'former_addresses.spend',
    `with used as (
       select id, user_id from former_addresses where token_hash = decode($1, 'hex') and expires_at > $2::timestamptz)
     delete from former_addresses f using used where f.user_id = used.user_id and f.id >= used.id returning 1 as spent`,
    [tokenHash, now.toISOString()],
  )
  return spent.length > 0
}
