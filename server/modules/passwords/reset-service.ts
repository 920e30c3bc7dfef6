import { randomInt } from 'node:crypto'
import { newPassword } from '#contract/session/passwords.ts'
import { asciiLower } from '#contract/text/search.ts'
import { networkOf } from '#server/base/network-of.ts'
import { tokenHash } from '#server/base/opaque-token.ts'
import { invalid } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { queueMail, queueResetFor } from '#server/modules/mail/mail-service.ts'
import { noteResetAsked, noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { hashPassword, type PasswordOwner, passwordFault } from '#server/modules/session/password-service.ts'
import { bucketOf, countTry } from '#server/throttle/throttle.ts'
import { addHit } from '#server/throttle/throttle-repository.ts'
import { isToBeTold } from '#server/throttle/told-once.ts'
import { findLinkOwner, spendLink } from './link-repository.ts'
import { changePassword } from './password-change-service.ts'
import { findByEmail } from './password-repository.ts'

const LIMIT = {
  name: 'password resets',
  most: 5,
  windowMs: 15 * 60_000,
  detail: 'Too many links were asked for. Look into your mail, or try again later.',
}

/** Of mails to one account, from wherever: what is more is not sent, and nothing tells so. */
const MAILS = { most: 5, windowMs: 60 * 60_000 } as const
/** From one network, over all accounts. */
const OF_NETWORK = { ...LIMIT, name: 'password resets of a network', most: 30 }

/** Together with the mail sender's look every second nobody waits longer than three. */
const MIN_WAIT_MS = 500
const MAX_WAIT_MS = 2_000

const linkIsDead = () =>
  invalid({ token: ['This link was used already, was followed by three newer ones, or is older than a day.'] })

/** What it takes to ask for a link. */
export interface ResetRequest {
  readonly email: string
  readonly address: string
  readonly source: RequestSource
  readonly now: Date
  /** How long the mail waits at least; at random, so that no one learns from what the server is busy with. */
  readonly waitMs?: number
}

/**
 * Has a link mailed to whoever has this e-mail, if anybody does. What is done and answered is the same either way; the try
 * and the mail are one transaction, because a commit that writes nothing is quicker than one that does. Not announced:
 * what the sender does then would slow the next call, and only for an e-mail that somebody has.
 */
export async function requestReset(
  db: Db,
  { email, address, source, now, waitMs = randomInt(MIN_WAIT_MS, MAX_WAIT_MS) }: ResetRequest,
): Promise<void> {
  await db.tx(async (sql) => {
    const network = networkOf(address)
    await countTry(sql, bucketOf('reset', asciiLower(email), network), LIMIT, now)
    await countTry(sql, bucketOf('resets', network), OF_NETWORK, now)
    const since = new Date(now.getTime() - MAILS.windowMs)
    const isSent = await addHit(sql, bucketOf('reset-mails', asciiLower(email)), { now, since, most: MAILS.most })
    // Of none there is an account.
    await queueResetFor(sql, isSent ? email : '', now, waitMs)
    const isTold = isSent || (await isToBeTold(sql, { limit: 'reset-mails', bucket: asciiLower(email) }, now))
    const asked = isSent ? 'mailed' : 'too many'
    await noteResetAsked(sql, source, isTold ? email : '', { asked, at: now })
  })
}

/** As `requestReset`, for an administrator, who may know: throws 400 for an unknown e-mail or an inactive person. */
export async function sendResetLink(
  sql: Sql,
  email: string,
  { actor, source, now }: { readonly actor: number; readonly source: RequestSource; readonly now: Date },
): Promise<void> {
  const found = await findByEmail(sql, email)
  if (!found) throw invalid({ email: ['No user has this email address.'] })
  if (!found.is_active) throw invalid({ email: ['This user is not active: a link would be of no use.'] })
  await queueMail(sql, found.id, 'reset', now)
  await noteSecurityEvent(sql, source, { kind: 'reset_asked', at: now, actor, subject: found.id })
}

export interface Reset {
  readonly uid: string
  readonly token: string
  readonly new_password: string
  readonly re_new_password: string
}

/** From where a reset comes, when, and the host at which the app is reached. */
export interface ResetCall {
  readonly host: string | null
  readonly device: string | null
  readonly source: RequestSource
  readonly now: Date
}

/** What is wrong with the new passwords, by field; null when nothing is. */
function passwordProblems({ new_password, re_new_password }: Reset, owner: PasswordOwner) {
  const said = newPassword.safeParse(new_password).error?.issues.map(({ message }) => message)
  const fault = said?.[0] ?? passwordFault(new_password, owner)
  if (fault) return { new_password: [fault] }
  return re_new_password === new_password ? null : { re_new_password: ['The two passwords are not the same.'] }
}

/** Sets a password by a link that was mailed. Throws 400 by field; under `token` when the link sets nothing any more. */
export async function confirmReset(db: Db, reset: Reset, { device, source, now, host }: ResetCall): Promise<void> {
  if (!/^[1-9]\d{0,9}$/.test(reset.uid))
    throw invalid({ uid: ['This link is not whole: take it from the mail again.'] })
  const user = Number(reset.uid)
  const hash = tokenHash(reset.token)
  // Before the work of hashing a password is done for just anybody.
  const owner = await findLinkOwner(db, user, hash, now)
  if (!owner) throw linkIsDead()
  const problems = passwordProblems(reset, { ...owner, host })
  if (problems) throw invalid(problems)
  const passwordHash = await hashPassword(reset.new_password, { account: user })
  // Nobody is signed in, so it is nobody who is logged.
  const author = { user: null, device, now }
  await db.tx(async (sql) => {
    if (!(await spendLink(sql, user, hash, now))) throw linkIsDead()
    if ((await changePassword(sql, { user, passwordHash, author, source, by: 'link' })) === null) throw linkIsDead()
  })
  db.announce()
}
