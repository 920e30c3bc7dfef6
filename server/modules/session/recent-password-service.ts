import type { Sql } from '#server/db/db.ts'
import { isPasswordSince } from './recent-password-repository.ts'

/** A session, and for how many minutes a password that was given in it counts. */
export interface PasswordSession {
  readonly session: string
  readonly passwordCountsMinutes: number
}

/** Whether the person gave the password in this session a short while ago: by the sign-in, or wherever it was asked for since. */
export function isPasswordRecent(
  sql: Sql,
  { session, passwordCountsMinutes }: PasswordSession,
  now: Date,
): Promise<boolean> {
  return isPasswordSince(sql, session, new Date(now.getTime() - passwordCountsMinutes * 60_000), now)
}
