import type { Sql } from '#server/db/db.ts'
import { isPasswordSince, notePasswordGiven } from './recent-password-repository.ts'

/** A session, and for how many minutes a password that was given in it counts. */
export interface PasswordSession {
  readonly session: string
  readonly passwordCountsMinutes: number
}

/** Whether the person gave the password in this session a short while ago: by the sign-in, or by a confirmation since. */
export function isPasswordRecent(
  sql: Sql,
  { session, passwordCountsMinutes }: PasswordSession,
  now: Date,
): Promise<boolean> {
  return isPasswordSince(sql, session, new Date(now.getTime() - passwordCountsMinutes * 60_000))
}

/** From now on the password of the session counts as given just now; the caller has checked it. */
export async function passwordWasGiven(sql: Sql, session: string, now: Date): Promise<void> {
  await notePasswordGiven(sql, session, now)
}
