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

/** A person who is active, whether signed in or not. */
export async function findActiveUser(sql: Sql, user: number): Promise<SessionUser | null> {
  const [row] = await sql.query<SessionUser>(
    'sessions.active_user',
    `select u.id, u.first_name, u.last_name, u.email, u.photo, u.role, u.permissions, u.version
     from users u where u.id = $1 and u.is_active`,
    [user],
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
  readonly userAgent: string
  readonly now: Date
  readonly expiresAt: Date
}

/**
 * Opens a session, and forgets the tries of `bucket` that came before it. Answers false, and opens none, when the person
 * has another password than the one that was checked, or is inactive: between check and here much can happen.
 */
export async function openSession(
  sql: Sql,
  session: NewSession,
  passwordHash: string,
  bucket: string,
): Promise<boolean> {
  const opened = await sql.query(
    'sessions.open',
    `with forgiven as (delete from throttles where bucket = $9)
     insert into sessions (id, user_id, refresh_hash, device, user_agent, created_at, last_seen_at, expires_at)
     select $1::uuid, u.id, decode($3, 'hex'), $4, $5, $6::timestamptz, $6::timestamptz, $7::timestamptz
     from users u where u.id = $2 and u.is_active and u.password_hash = $8 for share
     returning 1 as opened`,
    [
      session.id,
      session.user,
      session.refreshHash,
      session.device,
      session.userAgent,
      session.now.toISOString(),
      session.expiresAt.toISOString(),
      passwordHash,
      bucket,
    ],
  )
  return opened.length > 0
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

/** Whether the person of a refresh token, dead or live, is active; null for a token that we never gave, or have forgotten. */
export async function findRefreshOwner(sql: Sql, hash: string): Promise<{ readonly isActive: boolean } | null> {
  const [row] = await sql.query<{ is_active: boolean }>(
    'sessions.refresh_owner',
    `select coalesce(u.is_active, false) as is_active from sessions s left join users u on u.id = s.user_id
     where s.refresh_hash = decode($1, 'hex')`,
    [hash],
  )
  return row ? { isActive: row.is_active } : null
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

/** Ends the live sessions among those that refresh tokens with these hashes belong to; answers whether there was one. */
export async function revokeByHash(sql: Sql, hashes: readonly string[], now: Date): Promise<boolean> {
  const ended = await sql.query(
    'sessions.revoke_by_hash',
    `update sessions set revoked_at = $2::timestamptz
     where refresh_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))
       and revoked_at is null and expires_at > $2::timestamptz
     returning 1 as ended`,
    [hashes, now.toISOString()],
  )
  return ended.length > 0
}

/** Ends all sessions of a person that are not over, but for one that may stay. */
export async function revokeAll(sql: Sql, user: number, now: Date, except: string | null): Promise<void> {
  await sql.query(
    'sessions.revoke_all',
    `update sessions set revoked_at = $2::timestamptz
     where user_id = $1 and revoked_at is null and id is distinct from $3::uuid`,
    [user, now.toISOString(), except],
  )
}

/** The hash of somebody's password; null when there is none. */
export async function findPasswordHash(sql: Sql, user: number): Promise<string | null> {
  const [row] = await sql.query<{ password_hash: string | null }>(
    'sessions.password_hash',
    'select password_hash from users where id = $1',
    [user],
  )
  return row?.password_hash ?? null
}
