import { UNDO_HOURS } from '#contract/session/undo-email.ts'
import { asciiLower } from '#contract/text/search.ts'
import { newOpaqueToken, tokenHash } from '#server/base/opaque-token.ts'
import type { Sql } from '#server/db/db.ts'
import { queueNotice } from '#server/modules/mail/mail-service.ts'
import {
  addFormerAddress,
  deleteFormerAddresses,
  type FormerAddress,
  findFormerAddress,
  getAddressLog,
  spendFormerAddress,
  storeUndoToken,
} from './former-address-repository.ts'
import { ownersAddresses } from './owners-addresses.ts'

const UNDO_MS = UNDO_HOURS * 60 * 60_000

/**
 * Queues a notice to the former address of an account about the change. Call it in the transaction of the change, after
 * its history is written. If the former address is the owner's, the notice contains a link that restores it. Ends the
 * links of addresses that, according to the change, are not the owner's.
 * @param by the user who made the change; the notice names this user if it is not the owner
 */
export async function notifyFormerAddress(
  sql: Sql,
  user: number,
  { from, to, by, now }: { readonly from: string; readonly to: string; readonly by: number | null; readonly now: Date },
): Promise<void> {
  if (asciiLower(from) === asciiLower(to)) return
  const owners = ownersAddresses(await getAddressLog(sql, user))
  await deleteFormerAddresses(sql, user, [...owners.keys()])
  const isOwners = owners.has(asciiLower(from))
  const former = isOwners ? await addFormerAddress(sql, user, from, new Date(now.getTime() + UNDO_MS)) : null
  const about = { changed_to: maskAddress(to), former, by: by === user ? null : by }
  await queueNotice(sql, user, { kind: 'email_changed', about, to: from }, now)
}

/**
 * Ends the links of an account that a thief may have received, when an administrator ends its sessions or deactivates
 * it. The links of the oldest address stay, and so do those of changes made in the account's own session: the owner can
 * undo a theft, whatever an administrator does.
 */
export async function endDoubtfulLinks(sql: Sql, user: number): Promise<void> {
  const ownerAddresses = [...ownersAddresses(await getAddressLog(sql, user))]
  const keptAddresses = ownerAddresses.filter(([, isReplacedByOther], n) => n === 0 || !isReplacedByOther)
  await deleteFormerAddresses(
    sql,
    user,
    keptAddresses.map(([email]) => email),
  )
}

/** The address with its local part hidden except for the first character: `b…@example.com`. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`
}

/** A token that restores a former address; null if that is no longer possible. Only its hash is stored. */
export async function createUndoLink(
  sql: Sql,
  former: number,
  now: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date } | null> {
  const token = newOpaqueToken()
  const until = await storeUndoToken(sql, former, tokenHash(token), now)
  return until === null ? null : { token, expiresAt: new Date(until) }
}

/** The address that the link would restore; null if the link is not live. */
export function readUndoLink(sql: Sql, token: string, now: Date): Promise<FormerAddress | null> {
  return findFormerAddress(sql, tokenHash(token), now)
}

/**
 * Spends a link, together with the account's links that are newer or of the same address. Returns whether the link was
 * live.
 */
export function spendUndoLink(sql: Sql, token: string, now: Date): Promise<boolean> {
  return spendFormerAddress(sql, tokenHash(token), now)
}
