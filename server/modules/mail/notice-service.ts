import * as z from 'zod/mini'
import { fullName } from '#contract/wire/people.ts'
import type { Sql } from '#server/db/db.ts'
import { createUndoLink } from '#server/modules/passwords/former-address-service.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { emailChangedMail, newAdministratorMail, passwordChangedMail } from './notice-words.ts'
import { type ClaimedMail, findAuthor, type NoticeKind } from './outgoing-mail-repository.ts'

/** A user's id. Null for mails queued by a version that did not store it. */
const optionalUserId = z._default(z.nullable(z.int()), null)
const emailChange = z.object({
  changed_to: z.string(),
  former: z.nullable(z.int()),
  by: optionalUserId,
})
const administrator = z.object({ name: z.string(), user: optionalUserId, by: optionalUserId })

/** A notice from current data: if the former address can no longer be restored, the notice has no link. */
export async function createNotice(
  sql: Sql,
  claimed: ClaimedMail & { readonly kind: NoticeKind },
  address: string,
  now: Date,
): Promise<Message> {
  const to = { ...claimed, id: claimed.user }
  const at = new Date(claimed.created_at)
  const about: unknown = JSON.parse(claimed.about)
  if (claimed.kind === 'password_changed') return passwordChangedMail(to, address, at)
  if (claimed.kind === 'new_administrator') {
    const { name, user, by } = administrator.parse(about)
    const author = by === to.id ? 'you' : await nameOf(sql, by)
    return newAdministratorMail(to, address, { name: user === to.id ? null : name, by: author, at })
  }
  const { changed_to: changedTo, former, by: author } = emailChange.parse(about)
  const by = await nameOf(sql, author)
  const undo = former === null ? null : await createUndoLink(sql, former, now)
  return emailChangedMail(to, address, { changedTo, by, undo, at })
}

/** The name of the user who made the change; null if unknown or deleted. */
async function nameOf(sql: Sql, author: number | null): Promise<string | null> {
  const user = author === null ? null : await findAuthor(sql, author)
  return user && fullName(user)
}
