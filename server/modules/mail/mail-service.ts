import type { Sql } from '#server/db/db.ts'
import { digestDay } from './digest-hours.ts'
import {
  type LinkKind,
  putDigests,
  putMail,
  putNotice,
  putNoticeToAdministrators,
  putResetFor,
} from './outgoing-mail-repository.ts'

/**
 * Has a mail with a link sent to somebody: `welcome` to who has just been made a user, `reset` to who may set a new
 * password. In the transaction that asks for it; it goes out after the commit.
 */
export async function queueMail(sql: Sql, user: number, kind: LinkKind, now: Date): Promise<void> {
  await putMail(sql, user, kind, now)
}

/**
 * Has a reset mail sent to the active person with this e-mail, if there is one. It goes out in `waitMs`, without anybody
 * announcing it: what is done for it must not be seen from when the next call is answered.
 */
export async function queueResetFor(sql: Sql, email: string, now: Date, waitMs: number): Promise<void> {
  await putResetFor(sql, email, now, new Date(now.getTime() + waitMs))
}

/**
 * Has the morning's digest sent to all who want it, once a weekday, between 06:00 and noon Central; at any other time nothing
 * is done. What it says is found out when it is sent.
 */
export async function queueDigests(sql: Sql, now: Date): Promise<void> {
  const day = digestDay(now)
  if (day !== null) await putDigests(sql, day, now)
}

/** What happened to an account, for its owner. `to`: where it is told, the address that the account had then. */
export type Notice =
  | {
      readonly kind: 'email_changed'
      /**
       * `former`: the number of the former address that can be put back; null where it can't. `by`: the other user who changed
       * it; null where it was the owner, by all that is known.
       */
      readonly about: { readonly changed_to: string; readonly former: number | null; readonly by: number | null }
      readonly to: string
    }
  | { readonly kind: 'password_changed'; readonly about: object; readonly to: string }

/** Has a user told by mail what happened to the user's account. In the transaction in which it happens. */
export async function queueNotice(sql: Sql, user: number, { kind, about, to }: Notice, now: Date): Promise<void> {
  await putNotice(sql, user, { kind, about: JSON.stringify(about), to }, now)
}

/** Who became an administrator, `name` and `user`, and by whose change; null where that is not known. */
export interface NewAdministrator {
  readonly name: string
  readonly user: number
  readonly by: number | null
}

/** Has all administrators told by mail that there is another one. In the transaction that makes that one. */
export async function tellAdministrators(sql: Sql, about: NewAdministrator, now: Date): Promise<void> {
  await putNoticeToAdministrators(sql, { kind: 'new_administrator', about: JSON.stringify(about) }, now)
}
