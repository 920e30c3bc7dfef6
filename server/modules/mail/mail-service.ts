import type { Sql } from '#server/db/db.ts'
import { digestDay } from './digest-hours.ts'
import {
  addAdministratorNotices,
  addDigests,
  addMail,
  addNotice,
  addResetMail,
  type LinkKind,
} from './outgoing-mail-repository.ts'

/**
 * Queues a mail with a link to a user: `welcome` to a new user, `reset` to a user who may set a new password. Call it
 * in the transaction of the request; the mail is sent after the commit.
 */
export async function queueMail(sql: Sql, user: number, kind: LinkKind, now: Date): Promise<void> {
  await addMail(sql, user, kind, now)
}

/**
 * Queues a reset mail to the active user with this e-mail, if one exists. It is sent after `waitMs`, without an
 * announcement: the response time of the next call must not reveal whether a mail was sent.
 */
export async function queueResetFor(sql: Sql, email: string, now: Date, waitMs: number): Promise<void> {
  await addResetMail(sql, email, now, new Date(now.getTime() + waitMs))
}

/**
 * Queues the morning's digest for all active users who want it, once each weekday, between 06:00 and noon Central; does
 * nothing at any other time. Its content is determined when it is sent.
 */
export async function queueDigests(sql: Sql, now: Date): Promise<void> {
  const day = digestDay(now)
  if (day !== null) await addDigests(sql, day, now)
}

/** An event of an account, for the account's owner. `to`: the account's address at the time of the event. */
export type Notice =
  | {
      readonly kind: 'email_changed'
      /**
       * `former`: the id of the former address; null if it can't be restored. `by`: the other user who made the change;
       * null if it was made in the owner's session or the author is unknown.
       */
      readonly about: { readonly changed_to: string; readonly former: number | null; readonly by: number | null }
      readonly to: string
    }
  | { readonly kind: 'password_changed'; readonly about: object; readonly to: string }

/** Queues a mail to a user about an event of the user's account. Call it in the transaction of the event. */
export async function queueNotice(sql: Sql, user: number, { kind, about, to }: Notice, now: Date): Promise<void> {
  await addNotice(sql, user, { kind, about: JSON.stringify(about), to }, now)
}

/** The new administrator (`name`, `user`), and the user who made the change; null if unknown. */
export interface NewAdministrator {
  readonly name: string
  readonly user: number
  readonly by: number | null
}

/** Queues a mail to all administrators about a new administrator. Call it in the transaction that makes the change. */
export async function notifyAdministrators(sql: Sql, about: NewAdministrator, now: Date): Promise<void> {
  await addAdministratorNotices(sql, { kind: 'new_administrator', about: JSON.stringify(about) }, now)
}
