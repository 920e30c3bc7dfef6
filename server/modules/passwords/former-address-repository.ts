import type { Sql } from '#server/db/db.ts'
import { emailSql } from '#server/records/sql/email-sql.ts'
import { instantText } from '#server/records/sql/instant-sql.ts'
import type { AddressLog } from './owners-addresses.ts'

/** The history of an account's e-mail addresses. */
export async function getAddressLog(sql: Sql, user: number): Promise<AddressLog> {
  const [row] = await sql.query<AddressLogRow>(
    'former_addresses.log',
    `with log as (select * from history h where h.area = 'users' and h.record_id = $1::integer::text)
     select (select min(at) from log where version = 1) as made_at,
       (select min(created_at) from sessions where user_id = $1::integer) as signed_in_at,
       coalesce((select json_agg(json_build_object('from', from_value #>> '{}', 'to', to_value #>> '{}',
           'at', ${instantText('at')}, 'is_own', user_id is not distinct from $1::integer) order by version, seq)
         from log where field = 'email' and version > 1), '[]') as changes`,
    [user],
  )
  if (!row) throw new Error('former_addresses.log: no answer')
  const dateOf = (at: string | null) => (at === null ? null : new Date(at))
  return {
    madeAt: dateOf(row.made_at),
    signedInAt: dateOf(row.signed_in_at),
    changes: row.changes.map(({ from, to, at, is_own }) => ({ from, to, at: new Date(at), isOwn: is_own })),
  }
}

interface AddressLogRow {
  readonly made_at: string | null
  readonly signed_in_at: string | null
  readonly changes: readonly { from: string; to: string; at: string; is_own: boolean }[]
}

/** Stores a former address of an account. Returns its id. */
export async function addFormerAddress(sql: Sql, user: number, email: string, expiresAt: Date): Promise<number> {
  const [row] = await sql.query<{ id: number }>(
    'former_addresses.add',
    'insert into former_addresses (user_id, email, expires_at) values ($1::integer, $2, $3::timestamptz) returning id',
    [user, email, expiresAt.toISOString()],
  )
  if (!row) throw new Error('former_addresses.add: no answer')
  return row.id
}

/**
 * Adds the hash of another link to a former address. Returns when the link expires, or null if the address is gone or
 * expired.
 */
export async function storeUndoToken(sql: Sql, id: number, tokenHash: string, now: Date): Promise<string | null> {
  const [row] = await sql.query<{ expires_at: string }>(
    'former_addresses.token',
    `update former_addresses set token_hashes = token_hashes || decode($2, 'hex') where id = $1::bigint and expires_at > $3::timestamptz
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

/** The address that a live link restores; null for any other link. */
export async function findFormerAddress(sql: Sql, tokenHash: string, now: Date): Promise<FormerAddress | null> {
  const [row] = await sql.query<FormerAddress>(
    'former_addresses.find',
    `select f.user_id as "user", f.email, u.is_active as "isActive" from former_addresses f join users u on u.id = f.user_id
     where f.token_hashes @> array[decode($1, 'hex')] and f.expires_at > $2::timestamptz`,
    [tokenHash, now.toISOString()],
  )
  return row ?? null
}

/** Ends the links of an account, except those of `keptAddresses`, which are folded. */
export async function deleteFormerAddresses(sql: Sql, user: number, keptAddresses: readonly string[]): Promise<void> {
  await sql.query(
    'former_addresses.drop',
    `delete from former_addresses where user_id = $1::integer and ${emailSql('email')} <> all($2::text[])`,
    [user, keptAddresses],
  )
}

/**
 * Spends a link, together with the account's links that are newer or of the same address. Returns whether the link was
 * live.
 */
export async function spendFormerAddress(sql: Sql, tokenHash: string, now: Date): Promise<boolean> {
  const spent = await sql.query(
    'former_addresses.spend',
    `with used as (
       select id, user_id, email from former_addresses
       where token_hashes @> array[decode($1, 'hex')] and expires_at > $2::timestamptz)
     delete from former_addresses f using used where f.user_id = used.user_id
       and (f.id >= used.id or ${emailSql('f.email')} = ${emailSql('used.email')}) returning 1 as spent`,
    [tokenHash, now.toISOString()],
  )
  return spent.length > 0
}
