import { UNDO_HOURS } from '#contract/undo-email.ts'
import type { Sql } from '#server/db/db.ts'
import { queueNotice } from '#server/modules/mail/mail-service.ts'
import { newOpaqueToken, tokenHash } from '#server/opaque-token.ts'
import {
  addFormerAddress,
  type FormerAddress,
  findFormerAddress,
  isOwnersAddress,
  keepUndoToken,
  spendFormerAddress,
} from './former-address-repository.ts'

const UNDO_MS = UNDO_HOURS * 60 * 60_000

/**
 * Has the former address of an account told that it was changed. In the transaction of the change. One that is the
 * owner's gets a link that puts it back.
 */
export async function tellFormerAddress(
  sql: Sql,
  user: number,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: Date },
): Promise<void> {
  if (from.toLowerCase() === to.toLowerCase()) return
  const isOwners = await isOwnersAddress(sql, user, new Date(now.getTime() - UNDO_MS), now)
  const former = isOwners ? await addFormerAddress(sql, user, from, new Date(now.getTime() + UNDO_MS)) : null
  await queueNotice(sql, user, { kind: 'email_changed', about: { changed_to: masked(to), former }, to: from }, now)
}

/** An address of which only its owner knows all: `b…@example.com`. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`
}

/** A token that puts a former address back; null when it can't be any more. Only its hash is stored. */
export async function makeUndoLink(
  sql: Sql,
  former: number,
  now: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date } | null> {
  const token = newOpaqueToken()
  const until = await keepUndoToken(sql, former, tokenHash(token), now)
  return until === null ? null : { token, expiresAt: new Date(until) }
}

/** What the link would put back; null when it is not live. */
export function readUndoLink(sql: Sql, token: string, now: Date): Promise<FormerAddress | null> {
  return findFormerAddress(sql, tokenHash(token), now)
}

/** Spends the link with all younger ones of the account; answers whether it was live. */
export function spendUndoLink(sql: Sql, token: string, now: Date): Promise<boolean> {
  return spendFormerAddress(sql, tokenHash(token), now)
}
