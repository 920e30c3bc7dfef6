import { invalid, Problem } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { bucketOf, judgeTry } from '#server/throttle/throttle.ts'
import { forgetHits } from '#server/throttle/throttle-repository.ts'
import { isPasswordOf } from './password-service.ts'
import { notePasswordGiven } from './recent-password-repository.ts'
import { findPasswordHash } from './session-repository.ts'

const LIMIT = {
  name: 'own passwords',
  most: 10,
  windowMs: 15 * 60_000,
  detail: 'Too many wrong passwords. Try again later.',
}

/** Whose password is asked for, in which session, from where, and when. */
export interface AskedPassword {
  readonly user: number
  readonly session: string
  readonly source: RequestSource
  readonly now: Date
}

/**
 * Checks that somebody signed in is who they say: throws 400 under `current_password` for a wrong password, 429 after ten
 * of them in that session in 15 minutes: who guesses with a stolen token holds up no other session. A right one counts as
 * just given in the session (`isPasswordRecent`), also for the change that it comes with. Give it the database itself,
 * before the transaction of the change (`before` of `serve`): both must stay when the change is undone, and hashing is slow.
 */
export async function checkOwnPassword(
  sql: Sql,
  { user, session, source, now }: AskedPassword,
  password: string,
): Promise<void> {
  const bucket = bucketOf('own-password', user, session)
  await judgeTry(sql, { bucket, limit: LIMIT, now }, async () => {
    if (!(await isPasswordOf(await findPasswordHash(sql, user), password, { account: user }))) {
      throw invalid({ current_password: ['Invalid password.'] })
    }
    await forgetHits(sql, bucket)
    await notePasswordGiven(sql, session, now)
  }).catch(async (error: unknown) => {
    const isWrong = error instanceof Problem && error.status === 400
    if (isWrong) await noteSecurityEvent(sql, source, { kind: 'password_refused', at: now, actor: user, subject: user })
    throw error
  })
}
