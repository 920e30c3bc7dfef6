import type { Role } from '#contract/access.ts'
import type { Sql } from '#server/db/db.ts'

export interface SessionUser {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly photo: string | null
  readonly role: Role
  readonly permissions: readonly number[]
  readonly version: number
}

/** The person of a live session: not revoked, not expired, active. */
export async function findSessionUser(sql: Sql, session: string, user: number, now: Date): Promise<SessionUser | null> {
  const [row] = await sql.query<SessionUser>(
    'sessions.user',
    `select u.id, u.first_name, u.last_name, u.email, u.photo, u.role, u.permissions, u.version
     from sessions s join users u on u.id = s.user_id
     where s.id = $1::uuid and u.id = $2::bigint and u.is_active and s.revoked_at is null
       and s.expires_at > $3::timestamptz`,
    [session, user, now.toISOString()],
  )
  return row ?? null
}

/** The people of those sessions that are live, as in `findSessionUser`. */
export function findSessionUsers(
  sql: Sql,
  sessions: readonly string[],
  now: Date,
): Promise<(SessionUser & { readonly session: string })[]> {
  return sql.query(
    'sessions.users',
    `select s.id as session, u.id, u.first_name, u.last_name, u.email, u.photo, u.role, u.permissions, u.version
     from sessions s join users u on u.id = s.user_id
     where s.id = any($1::uuid[]) and u.is_active and s.revoked_at is null and s.expires_at > $2::timestamptz`,
    [sessions, now.toISOString()],
  )
}

export interface Account {
  readonly id: number
  readonly password_hash: string | null
  readonly is_active: boolean
}

export async function findAccount(sql: Sql, email: string): Promise<Account | null> {
  const [row] = await sql.query<Account>(
    'sessions.account',
    'select id, password_hash, is_active from users where lower(email) = lower($1)',
    [email],
  )
  return row ?? null
}

export interface NewSession {
  readonly id: string
  readonly user: number
  readonly refreshHash: string
  readonly device: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Opens a session, and forgets the failures that came before it. */
export async function openSession(sql: Sql, session: NewSession, account: string, address: string): Promise<void> {
  await sql.query(
    'sessions.open',
    `with forgiven as (delete from login_failures where account = $7 and address = $8)
     insert into sessions (id, user_id, refresh_hash, device, created_at, last_seen_at, expires_at)
     values ($1::uuid, $2, decode($3, 'hex'), $4, $5::timestamptz, $5::timestamptz, $6::timestamptz)`,
    [
      session.id,
      session.user,
      session.refreshHash,
      session.device,
      session.now.toISOString(),
      session.expiresAt.toISOString(),
      account,
      address,
    ],
  )
}

/** Notes that a refresh token was used; answers whose it is, or null when it is not live. */
export async function useRefreshToken(sql: Sql, hash: string, now: Date): Promise<{ id: string; user: number } | null> {
  const [row] = await sql.query<{ id: string; user: number }>(
    'sessions.refresh',
    `update sessions s set last_seen_at = $2::timestamptz from users u
     where s.refresh_hash = decode($1, 'hex') and s.revoked_at is null and s.expires_at > $2::timestamptz
       and u.id = s.user_id and u.is_active
     returning s.id, s.user_id as "user"`,
    [hash, now.toISOString()],
  )
  return row ?? null
}

/** Ends a person's own session; nothing happens when the token is somebody else's or dead. */
export async function revokeSession(sql: Sql, hash: string, user: number, now: Date): Promise<void> {
  await sql.query(
    'sessions.revoke',
    `update sessions set revoked_at = $3::timestamptz
     where refresh_hash = decode($1, 'hex') and user_id = $2 and revoked_at is null`,
    [hash, user, now.toISOString()],
  )
}

/**
 * Counts an attempt as a failure before it is judged, so that attempts at the same time can't all slip under the limit.
 * Answers null, and counts nothing, when `most` failures since `since` are there already.
 */
export async function countAttempt(
  sql: Sql,
  attempt: { account: string; address: string; now: Date; since: Date; most: number },
): Promise<{ id: number } | null> {
  const { account, address, now, since, most } = attempt
  const [row] = await sql.query<{ id: number }>(
    'sessions.attempt',
    `insert into login_failures (account, address, at)
     select $1, $2, $3::timestamptz
     where (select count(*) from login_failures
            where account = $1 and address = $2 and at > $4::timestamptz) < $5::integer
     returning id`,
    [account, address, now.toISOString(), since.toISOString(), most],
  )
  return row ?? null
}

/** When the oldest of the failures that count now happened. */
export async function findOldestFailure(sql: Sql, account: string, address: string, since: Date): Promise<Date | null> {
  const [row] = await sql.query<{ at: string | null }>(
    'sessions.oldest_failure',
    'select min(at) as at from login_failures where account = $1 and address = $2 and at > $3::timestamptz',
    [account, address, since.toISOString()],
  )
  return row?.at ? new Date(row.at) : null
}
