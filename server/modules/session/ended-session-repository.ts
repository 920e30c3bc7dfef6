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
 * Ends those live sessions of a person that were used longest ago, beyond `most` with the one that has just begun, which stays;
 * answers what opened them.
 */
export function endBeyond(
  sql: Sql,
  user: number,
  { begun, most, now }: { readonly begun: string; readonly most: number; readonly now: Date },
): Promise<{ readonly userAgent: string }[]> {
  return sql.query(
    'ended_sessions.beyond',
    `update sessions set revoked_at = $3::timestamptz where revoked_at is null and id in (
       select id from sessions
       where user_id = $1::integer and id <> $2::uuid and revoked_at is null and expires_at > $3::timestamptz
       order by last_seen_at desc, id offset $4::integer)
     returning user_agent as "userAgent"`,
    [user, begun, now.toISOString(), most - 1],
  )
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
