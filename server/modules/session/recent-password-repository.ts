import type { Sql } from '#server/db/db.ts'

/**
 * Whether the password of a live session was given after `since`. The session can't end before the transaction does, so that
 * no change is made by one that has ended. The clocks of two servers may be a minute apart: a later time is of a clock that
 * was wrong, and does not count.
 */
export async function isPasswordSince(sql: Sql, session: string, since: Date, now: Date): Promise<boolean> {
  const given = await sql.query(
    'recent_password.since',
    `select 1 as given from sessions where id = $1::uuid and revoked_at is null
       and password_at > $2::timestamptz and password_at <= $3::timestamptz + interval '1 minute' for share`,
    [session, since.toISOString(), now.toISOString()],
  )
  return given.length > 0
}

/** Notes that the password of a session was given now. */
export async function notePasswordGiven(sql: Sql, session: string, now: Date): Promise<void> {
  await sql.query('recent_password.note', 'update sessions set password_at = $2::timestamptz where id = $1::uuid', [
    session,
    now.toISOString(),
  ])
}
