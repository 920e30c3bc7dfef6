import type { Role } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'
import { type ForgivenTries, withoutHit } from '#server/throttle/throttle-repository.ts'

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

/** The user of a live session: the session is neither revoked nor expired, and the user is active. */
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

/** Why a session is over: whether its user is active, and whether an old half of its token was used. */
export async function findEndReason(
  sql: Sql,
  session: string,
  user: number,
): Promise<{ readonly isActive: boolean; readonly isReused: boolean }> {
  const [row] = await sql.query<{ isActive: boolean; isReused: boolean }>(
    'sessions.end',
    `select exists (select from users where id = $2::bigint and is_active) as "isActive",
       exists (select from sessions where id = $1::uuid and reused_at is not null) as "isReused"`,
    [session, user],
  )
  return row ?? { isActive: false, isReused: false }
}

/** An active user, whether signed in or not. */
export async function findActiveUser(sql: Sql, user: number): Promise<SessionUser | null> {
  const [row] = await sql.query<SessionUser>(
    'sessions.active_user',
    `select u.id, u.first_name, u.last_name, u.email, u.photo, u.role, u.permissions, u.version
     from users u where u.id = $1 and u.is_active`,
    [user],
  )
  return row ?? null
}

/** The users of the live sessions among `sessions`; "live" as in `findSessionUser`. */
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

export interface NewSession {
  readonly id: string
  readonly user: number
  /** Hash of the first half of the refresh token, which stays the same. */
  readonly refreshHash: string
  /** Nonce of the first changing half. */
  readonly nonce: string
  /** Whether its cookie outlives the browser. */
  readonly isLasting: boolean
  readonly network: string
  readonly device: string
  readonly userAgent: string
  readonly now: Date
  readonly expiresAt: Date
}

/**
 * Opens a session and forgives the failed tries in `ForgivenTries`. Returns false and opens none if the user is
 * inactive, or if the password is no longer the one that was checked: either may change between the check and this
 * statement.
 */
export async function openSession(
  sql: Sql,
  session: NewSession,
  passwordHash: string,
  { bucketToClear, bucketsToLower }: ForgivenTries,
): Promise<boolean> {
  const opened = await sql.query(
    'sessions.open',
    `with forgotten as (delete from throttles where bucket = $9),
     taken_back as (update throttles t set hits = ${withoutHit('$6::timestamptz')} where t.bucket = any($13::text[]))
     insert into sessions (id, user_id, refresh_hash, device, user_agent, last_user_agent, network, created_at,
       last_seen_at, expires_at, turn, turn_nonce, turned_at, is_lasting, password_at)
     select $1::uuid, u.id, decode($3, 'hex'), $4, $5, $5, $10, $6::timestamptz, $6::timestamptz, $7::timestamptz,
       0, $11, $6::timestamptz, $12, $6::timestamptz
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
      bucketToClear,
      session.network,
      session.nonce,
      session.isLasting,
      bucketsToLower,
    ],
  )
  return opened.length > 0
}

/** Ends a session, and the session of the same user whose refresh token has this hash. */
export async function revokeSession(sql: Sql, session: string, hash: string, user: number, now: Date): Promise<void> {
  await sql.query(
    'sessions.revoke',
    `update sessions set revoked_at = $4::timestamptz
     where (id = $1::uuid or refresh_hash = decode($2, 'hex')) and user_id = $3 and revoked_at is null`,
    [session, hash, user, now.toISOString()],
  )
}

/** Ends the live sessions whose refresh tokens have these hashes. Returns them with their users. */
export function revokeByHash(
  sql: Sql,
  hashes: readonly string[],
  now: Date,
): Promise<{ readonly id: string; readonly user: number | null }[]> {
  return sql.query(
    'sessions.revoke_by_hash',
    `update sessions set revoked_at = $2::timestamptz
     where refresh_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))
       and revoked_at is null and expires_at > $2::timestamptz
     returning id, user_id as "user"`,
    [hashes, now.toISOString()],
  )
}

/** The hash of a user's password; null if the user does not exist or has no password. */
export async function findPasswordHash(sql: Sql, user: number): Promise<string | null> {
  const [row] = await sql.query<{ password_hash: string | null }>(
    'sessions.password_hash',
    'select password_hash from users where id = $1',
    [user],
  )
  return row?.password_hash ?? null
}
