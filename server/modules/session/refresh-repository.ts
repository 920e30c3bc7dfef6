import type { Sql } from '#server/db/db.ts'
import type { ChangingHalf } from './refresh-token.ts'

/** What a token refresh reads of a session. */
export interface RefreshedSession {
  readonly id: string
  /** Null for a deleted user. */
  readonly user: number | null
  readonly isActive: boolean
  /** Neither revoked nor expired. */
  readonly isLive: boolean
  /** Ended because an old second half of its token was used. */
  readonly isReused: boolean
  readonly isLasting: boolean
  readonly expiresAt: string
  /** Null: no second half has come back yet (sessions that began before tokens had two halves). */
  readonly turn: number | null
  readonly nonce: string | null
  readonly turnedAt: string | null
}

/** The session whose token has a first half with this hash; null for a token never issued here, or since deleted. */
export async function findRefreshedSession(sql: Sql, hash: string, now: Date): Promise<RefreshedSession | null> {
  const [row] = await sql.query<RefreshedSession>(
    'refresh.session',
    `select s.id, s.user_id as "user", coalesce(u.is_active, false) as "isActive",
       s.revoked_at is null and s.expires_at > $2::timestamptz as "isLive", s.reused_at is not null as "isReused",
       s.is_lasting as "isLasting", s.expires_at as "expiresAt", s.turn, s.turn_nonce as nonce, s.turned_at as "turnedAt"
     from sessions s left join users u on u.id = s.user_id
     where s.refresh_hash = decode($1, 'hex')`,
    [hash, now.toISOString()],
  )
  return row ?? null
}

/** One use of a session: from which network and browser, and when. */
export interface SessionUse {
  readonly session: string
  readonly network: string
  readonly userAgent: string
  readonly now: Date
}

/**
 * Records a use of a session's token. `half` becomes the current second half, unless a later one is current already.
 */
export async function noteRefresh(sql: Sql, use: SessionUse, half: ChangingHalf | null): Promise<void> {
  const isLater = '$5::integer > coalesce(turn, -1)'
  await sql.query(
    'refresh.note',
    `update sessions set last_seen_at = $2::timestamptz, network = $3, last_user_agent = $4,
       turn = case when ${isLater} then $5::integer else turn end,
       turn_nonce = case when ${isLater} then $6 else turn_nonce end,
       turned_at = case when ${isLater} then $2::timestamptz else turned_at end
     where id = $1::uuid`,
    [use.session, use.now.toISOString(), use.network, use.userAgent, half?.turn ?? null, half?.nonce ?? null],
  )
}

/** Records whether the cookie outlives the browser, for a session that moves its second half into a cookie. */
export async function noteLasting(sql: Sql, session: string, isLasting: boolean): Promise<void> {
  await sql.query('refresh.lasting', 'update sessions set is_lasting = $2 where id = $1::uuid', [session, isLasting])
}

/** Ends a session whose token two parties have used. Returns whether it was still live. */
export async function endReused(sql: Sql, session: string, now: Date): Promise<boolean> {
  const ended = await sql.query(
    'refresh.reused',
    `update sessions set revoked_at = $2::timestamptz, reused_at = $2::timestamptz
     where id = $1::uuid and revoked_at is null returning 1 as ended`,
    [session, now.toISOString()],
  )
  return ended.length > 0
}
