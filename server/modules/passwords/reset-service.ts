import { randomInt } from 'node:crypto'
import { newPassword } from '#contract/session/passwords.ts'
import { asciiLower } from '#contract/text/search.ts'
import { networkOf } from '#server/base/network-of.ts'
import { tokenHash } from '#server/base/opaque-token.ts'
import { invalid } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { queueMail, queueResetFor } from '#server/modules/mail/mail-service.ts'
import { noteResetRequest, noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { hashPassword, type PasswordOwner, passwordProblem } from '#server/modules/session/password-service.ts'
import { shouldReport } from '#server/throttle/report-once.ts'
import { bucketOf, countTry } from '#server/throttle/throttle.ts'
import { addHit } from '#server/throttle/throttle-repository.ts'
import { findLinkOwner, spendLink } from './link-repository.ts'
import { changePassword } from './password-change-service.ts'
import { findUserByEmail } from './password-repository.ts'

const LIMIT = {
  name: 'password resets',
  most: 5,
  windowMs: 15 * 60_000,
  detail: 'Too many links were requested. Check your mail, or try again later.',
}

/** Mails to one account, from any network. Further mails are silently not sent. */
const MAIL_LIMIT = { most: 5, windowMs: 60 * 60_000 } as const
/** Requests from one network, over all accounts. */
const NETWORK_LIMIT = { ...LIMIT, name: 'password resets of a network', most: 30 }

/** The mail sender checks every second, so the longest wait is three seconds. */
const MIN_WAIT_MS = 500
const MAX_WAIT_MS = 2_000

const linkIsDead = () =>
  invalid({ token: ['This link was used already, was followed by three newer ones, or is older than a day.'] })

/** A request for a link. */
export interface ResetRequest {
  readonly email: string
  readonly address: string
  readonly source: RequestSource
  readonly now: Date
  /** Minimum delay of the mail. Random, so that the server's load does not reveal whether a mail is sent. */
  readonly waitMs?: number
}

/**
 * Queues a mail with a link if an active user has this e-mail. The work and the response are the same in both cases.
 * The try and the mail are in one transaction, because a commit that writes nothing is faster than one that writes. The
 * mail is not announced: sending it would slow down the next call, and only for an e-mail that a user has.
 */
export async function requestReset(
  db: Db,
  { email, address, source, now, waitMs = randomInt(MIN_WAIT_MS, MAX_WAIT_MS) }: ResetRequest,
): Promise<void> {
  await db.tx(async (sql) => {
    const network = networkOf(address)
    await countTry(sql, bucketOf('reset', asciiLower(email), network), LIMIT, now)
    await countTry(sql, bucketOf('resets', network), NETWORK_LIMIT, now)
    const since = new Date(now.getTime() - MAIL_LIMIT.windowMs)
    const isSent = await addHit(sql, bucketOf('reset-mails', asciiLower(email)), { now, since, most: MAIL_LIMIT.most })
    // No account has the empty e-mail.
    await queueResetFor(sql, isSent ? email : '', now, waitMs)
    const isLogged = isSent || (await shouldReport(sql, { limit: 'reset-mails', bucket: asciiLower(email) }, now))
    const outcome = isSent ? 'mailed' : 'too many'
    await noteResetRequest(sql, source, isLogged ? email : '', { outcome, at: now })
  })
}

/**
 * `requestReset` for an administrator, who may know who has an account. Throws 400 for an unknown e-mail or an inactive
 * user.
 */
export async function sendResetLink(
  sql: Sql,
  email: string,
  { actor, source, now }: { readonly actor: number; readonly source: RequestSource; readonly now: Date },
): Promise<void> {
  const found = await findUserByEmail(sql, email)
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

/** Device, source and time of a reset, and the host of the app. */
export interface ResetCall {
  readonly host: string | null
  readonly device: string | null
  readonly source: RequestSource
  readonly now: Date
}

/** Problems of the new passwords, by field; null if there are none. */
function passwordProblems({ new_password, re_new_password }: Reset, owner: PasswordOwner) {
  const formatProblems = newPassword.safeParse(new_password).error?.issues.map(({ message }) => message)
  const problem = formatProblems?.[0] ?? passwordProblem(new_password, owner)
  if (problem) return { new_password: [problem] }
  return re_new_password === new_password ? null : { re_new_password: ['The two passwords are not the same.'] }
}

/** Sets a password with a mailed link. Throws 400 by field; under `token` if the link is no longer live. */
export async function confirmReset(db: Db, reset: Reset, { device, source, now, host }: ResetCall): Promise<void> {
  if (!/^[1-9]\d{0,9}$/.test(reset.uid))
    throw invalid({ uid: ['This link is incomplete: copy it from the mail again.'] })
  const user = Number(reset.uid)
  const hash = tokenHash(reset.token)
  // Checked first, so that only callers with a live link cause the slow password hashing.
  const owner = await findLinkOwner(db, user, hash, now)
  if (!owner) throw linkIsDead()
  const problems = passwordProblems(reset, { ...owner, host })
  if (problems) throw invalid(problems)
  const passwordHash = await hashPassword(reset.new_password, { account: user })
  // No user is signed in, so the log names none.
  const author = { user: null, device, now }
  await db.tx(async (sql) => {
    if (!(await spendLink(sql, user, hash, now))) throw linkIsDead()
    if ((await changePassword(sql, { user, passwordHash, author, source, by: 'link' })) === null) throw linkIsDead()
  })
  db.announce()
}
