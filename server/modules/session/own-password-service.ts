import { invalid, Problem } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { bucketOf, runCountedTry } from '#server/throttle/throttle.ts'
import { forgetHits } from '#server/throttle/throttle-repository.ts'
import { isPasswordOf } from './password-service.ts'
import { recordPasswordEntry } from './recent-password-repository.ts'
import { findPasswordHash } from './session-repository.ts'

const LIMIT = {
  name: 'own passwords',
  most: 10,
  windowMs: 15 * 60_000,
  detail: 'Too many wrong passwords. Try again later.',
}

/** The user whose password is checked, the session, the source of the request, and the time. */
export interface PasswordCheck {
  readonly user: number
  readonly session: string
  readonly source: RequestSource
  readonly now: Date
}

/**
 * Checks that a signed-in user knows the account's password. Throws 400 under `current_password` for a wrong password,
 * and 429 after ten wrong ones in the session within 15 minutes. The limit is per session: guessing with a stolen token
 * does not block other sessions. A correct password counts as recent in the session (`isPasswordRecent`), also for the
 * change it is sent with. Pass the database itself, before the transaction of the change (`before` of `serve`): the
 * count and the time must remain when the change is rolled back, and hashing is slow.
 */
export async function checkOwnPassword(
  sql: Sql,
  { user, session, source, now }: PasswordCheck,
  password: string,
): Promise<void> {
  const bucket = bucketOf('own-password', user, session)
  await runCountedTry(sql, { bucket, limit: LIMIT, now }, async () => {
    if (!(await isPasswordOf(await findPasswordHash(sql, user), password, { account: user }))) {
      throw invalid({ current_password: ['Invalid password.'] })
    }
    await forgetHits(sql, bucket)
    await recordPasswordEntry(sql, session, now)
  }).catch(async (error: unknown) => {
    const isWrong = error instanceof Problem && error.status === 400
    if (isWrong) await noteSecurityEvent(sql, source, { kind: 'password_refused', at: now, actor: user, subject: user })
    throw error
  })
}
