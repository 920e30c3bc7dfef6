import { UNDO_HOURS } from '#contract/session/undo-email.ts'
import { asciiLower } from '#contract/text/search.ts'
import { newOpaqueToken, tokenHash } from '#server/base/opaque-token.ts'
import type { Sql } from '#server/db/db.ts'
import { queueNotice } from '#server/modules/mail/mail-service.ts'
import {
  addFormerAddress,
  dropFormerAddresses,
  type FormerAddress,
  findFormerAddress,
  getAddressLog,
  keepUndoToken,
  spendFormerAddress,
} from './former-address-repository.ts'
import { ownersAddresses } from './owners-addresses.ts'

const UNDO_MS = UNDO_HOURS * 60 * 60_000

/**
 * Has the former address of an account told that it was changed. In the transaction of the change, after its history. One that
 * is the owner's gets a link that puts it back; links of addresses that the change shows not to be the owner's end.
 * @param by who changed it: it is said who that was where it was another user
 */
export async function tellFormerAddress(
  sql: Sql,
  user: number,
  { from, to, by, now }: { readonly from: string; readonly to: string; readonly by: number | null; readonly now: Date },
): Promise<void> {
  if (asciiLower(from) === asciiLower(to)) return
  const owners = ownersAddresses(await getAddressLog(sql, user))
  await dropFormerAddresses(sql, user, [...owners.keys()])
  const isOwners = owners.has(asciiLower(from))
  const former = isOwners ? await addFormerAddress(sql, user, from, new Date(now.getTime() + UNDO_MS)) : null
  const about = { changed_to: masked(to), former, by: by === user ? null : by }
  await queueNotice(sql, user, { kind: 'email_changed', about, to: from }, now)
}

/**
 * Ends the links of an account that may be a thief's: an administrator ends its sessions or makes it inactive. Those of
 * the oldest address stay, and those of changes that were made in the account's own session: a theft stays undone by its
 * owner, whatever an administrator does then.
 */
export async function endDoubtfulLinks(sql: Sql, user: number): Promise<void> {
  const owners = [...ownersAddresses(await getAddressLog(sql, user))]
  const kept = owners.filter(([, isReplacedByOther], n) => n === 0 || !isReplacedByOther)
  await dropFormerAddresses(
    sql,
    user,
    kept.map(([email]) => email),
  )
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

/** Spends the link with those of the account that are younger or of the same address; answers whether it was live. */
export function spendUndoLink(sql: Sql, token: string, now: Date): Promise<boolean> {
  return spendFormerAddress(sql, tokenHash(token), now)
}
