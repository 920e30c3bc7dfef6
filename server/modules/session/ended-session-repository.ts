import type { Sql } from '#server/db/db.ts'

/**
 * Ends one live session of a user. Returns the user agent that opened it, or null if the user has no such live session.
 */
export async function endOneSession(
  sql: Sql,
  user: number,
  session: string,
  now: Date,
): Promise<{ readonly userAgent: string } | null> {
  const [ended] = await sql.query<{ user_agent: string }>(
    'ended_sessions.one',
    `update sessions set revoked_at = $3::timestamptz
     where id = $2::uuid and user_id = $1 and revoked_at is null and expires_at > $3::timestamptz
     returning user_agent`,
    [user, session, now.toISOString()],
  )
  return ended ? { userAgent: ended.user_agent } : null
}

/**
 * Ends the live sessions of a user beyond the first `most`, except those used since `unusedSince`. Returns how many
 * ended. Sessions of a device rank before sessions that a program opened without one; within each group, the most
 * recently used first.
 */
export async function endSessionsBeyond(
  sql: Sql,
  user: number,
  { most, unusedSince, now }: { readonly most: number; readonly unusedSince: Date; readonly now: Date },
): Promise<number> {
  const ended = await sql.query(
    'ended_sessions.beyond',
    `update sessions set revoked_at = $2::timestamptz where revoked_at is null and last_seen_at < $3::timestamptz and id in (
       select id from sessions where user_id = $1::integer and revoked_at is null and expires_at > $2::timestamptz
       order by device <> '' desc, last_seen_at desc, id offset $4::integer)
     returning 1 as ended`,
    [user, now.toISOString(), unusedSince.toISOString(), most],
  )
  return ended.length
}

/** Ends the live sessions of a user (null: of all users), except session `except`. Returns how many ended. */
export async function endLiveSessions(
  sql: Sql,
  user: number | null,
  now: Date,
  except: string | null,
): Promise<number> {
  const ended = await sql.query(
    'ended_sessions.all',
    `update sessions set revoked_at = $2::timestamptz
     where ($1::integer is null or user_id = $1) and revoked_at is null and expires_at > $2::timestamptz
       and id is distinct from $3::uuid
     returning 1 as ended`,
    [user, now.toISOString(), except],
  )
  return ended.length
}
