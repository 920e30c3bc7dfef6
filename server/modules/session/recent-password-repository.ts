import type { Sql } from '#server/db/db.ts'

/**
 * Whether the password was entered in a live session after `since`. Locks the session, which cannot end before the
 * transaction does: an ended session makes no change. The clocks of two servers may differ by a minute; a time further
 * in the future comes from a wrong clock and does not count.
 */
export async function isPasswordSince(sql: Sql, session: string, since: Date, now: Date): Promise<boolean> {
  const rows = await sql.query(
    'recent_password.since',
    `select 1 as given from sessions where id = $1::uuid and revoked_at is null
       and password_at > $2::timestamptz and password_at <= $3::timestamptz + interval '1 minute' for share`,
    [session, since.toISOString(), now.toISOString()],
  )
  return rows.length > 0
}

/** Records that the user entered the password in a session now. */
export async function recordPasswordEntry(sql: Sql, session: string, now: Date): Promise<void> {
  await sql.query('recent_password.note', 'update sessions set password_at = $2::timestamptz where id = $1::uuid', [
    session,
    now.toISOString(),
  ])
}
