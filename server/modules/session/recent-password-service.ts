import type { Sql } from '#server/db/db.ts'
import { isPasswordSince } from './recent-password-repository.ts'

/** A session, and for how many minutes a password entered in it counts as recent. */
export interface PasswordSession {
  readonly session: string
  readonly passwordCountsMinutes: number
}

/** Whether the user entered the password recently in this session: at the sign-in, or when asked for it later. */
export function isPasswordRecent(
  sql: Sql,
  { session, passwordCountsMinutes }: PasswordSession,
  now: Date,
): Promise<boolean> {
  return isPasswordSince(sql, session, new Date(now.getTime() - passwordCountsMinutes * 60_000), now)
}
