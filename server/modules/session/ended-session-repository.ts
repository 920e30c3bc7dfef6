import type { Sql } from '#server/db/db.ts'

/** Ends one live session of a person; answers what opened it, or null when there was none to end. */
export async function endOne(
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
 * Ends those live sessions of a person beyond the `most` that stay which were not used since `unusedSince`; answers how many.
 * Those of a device stay sooner than those that a program opened without one, and of each the ones that were used last.
 */
export async function endBeyond(
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

/** Ends the live sessions of a person, or of all people, but for one that may stay; answers how many there were. */
export async function endAll(sql: Sql, user: number | null, now: Date, except: string | null): Promise<number> {
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
