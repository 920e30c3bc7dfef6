import type { Sql } from '#server/db/db.ts'

/** Whether the password of a session was given after `since`. */
export async function isPasswordSince(sql: Sql, session: string, since: Date): Promise<boolean> {
  const given = await sql.query(
    'recent_password.since',
    'select 1 as given from sessions where id = $1::uuid and password_at > $2::timestamptz',
    [session, since.toISOString()],
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
