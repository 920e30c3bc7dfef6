import { PASSWORD_COUNTS_MINUTES } from '#contract/ownership.ts'
import type { Sql } from '#server/db/db.ts'
import { isPasswordSince, notePasswordGiven } from './recent-password-repository.ts'

/** Whether the person gave the password in this session a short while ago: by the sign-in, or by a confirmation since. */
export function isPasswordRecent(sql: Sql, session: string, now: Date): Promise<boolean> {
  return isPasswordSince(sql, session, new Date(now.getTime() - PASSWORD_COUNTS_MINUTES * 60_000))
}

/** From now on the password of the session counts as given just now; whoever calls has checked it. */
export async function passwordWasGiven(sql: Sql, session: string, now: Date): Promise<void> {
  await notePasswordGiven(sql, session, now)
}
