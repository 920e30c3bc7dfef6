import type { Sql } from '#server/db/db.ts'
import { type MailKind, putMail, putResetFor } from './outgoing-mail-repository.ts'

/**
 * Has a mail with a link sent to somebody: `welcome` to who has just been made a user, `reset` to who may set a new
 * password. In the transaction that asks for it; it goes out after the commit.
 */
export async function queueMail(sql: Sql, user: number, kind: MailKind, now: Date): Promise<void> {
  await putMail(sql, user, kind, now)
}

/**
 * Has a reset mail sent to the active person with this e-mail, if there is one. It goes out in `waitMs`, without anybody
 * announcing it: what is done for it must not be seen from when the next call is answered.
 */
export async function queueResetFor(sql: Sql, email: string, now: Date, waitMs: number): Promise<void> {
  await putResetFor(sql, email, now, new Date(now.getTime() + waitMs))
}
