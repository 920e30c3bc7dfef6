import { networkOf } from '#server/base/network-of.ts'
import { invalid } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import { DatabaseError, type Db, type Sql } from '#server/db/db.ts'
import { readUndoLink, spendUndoLink } from '#server/modules/passwords/former-address-service.ts'
import { createLink } from '#server/modules/passwords/link-service.ts'
import { clearPassword } from '#server/modules/passwords/password-change-service.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { changeRecord } from '#server/records/change-record.ts'
import { bucketOf, countTry } from '#server/throttle/throttle.ts'
import { userStore } from './user-repository.ts'

const LIMIT = {
  name: 'links that undo',
  most: 30,
  windowMs: 15 * 60_000,
  detail: 'Too many links were tried. Try again later.',
}

const REFUSALS = {
  // Also shown to an owner who retries because the response was lost.
  dead: 'This link was used already, or is older than three days. If you have used it, your email address is restored: ask for a new password at the login. If not, ask an administrator for help.',
  inactive: 'This account is not active. Ask an administrator for help.',
  taken: 'Another account has this email address now. Ask an administrator for help.',
} as const

const refuse = (why: keyof typeof REFUSALS) => invalid({ token: [REFUSALS[why]] })

/** One try of a link: from where, and when. */
interface LinkTry {
  readonly token: string
  readonly ip: string
  readonly now: Date
}

export interface UndoRequest extends LinkTry {
  readonly device: string | null
  readonly source: RequestSource
}

/**
 * The address that a link would restore. Throws 400 under `token` in plain words, and 429; shares its limit with
 * `undoEmail`.
 */
export async function lookAtUndo(db: Db, tried: LinkTry): Promise<{ email: string }> {
  const { email } = await readLive(db, tried)
  return { email }
}

async function readLive(db: Db, { token, ip, now }: LinkTry) {
  await countTry(db, bucketOf('undo-email', networkOf(ip)), LIMIT, now)
  const former = await readUndoLink(db, token, now)
  if (!former) throw refuse('dead')
  if (!former.isActive) throw refuse('inactive')
  return former
}

/**
 * Restores the former address of an account, with the link that was mailed there. Ends the account's sessions, links
 * and password, so that a thief has nothing left. Returns a token that sets a new password. Throws 400 under `token` in
 * plain words, and 429.
 */
export async function undoEmail(db: Db, undoing: UndoRequest): Promise<{ uid: string; token: string }> {
  const former = await readLive(db, undoing)
  const link = await db.tx((sql) => restoreAddress(sql, former, undoing))
  db.announce()
  return { uid: `${former.user}`, token: link.token }
}

async function restoreAddress(
  sql: Sql,
  { user, email }: { readonly user: number; readonly email: string },
  { token, device, source, now }: UndoRequest,
) {
  // No user is signed in, so the log names none.
  const author = { user: null, device, now }
  await changeRecord({ sql, author, seenVersion: null, source }, userStore, user, { email }).catch(explainTaken)
  // The account is locked here: of two simultaneous calls, the second finds the link spent.
  if (!(await spendUndoLink(sql, token, now))) throw refuse('dead')
  if (!(await clearPassword(sql, { user, author }))) throw refuse('inactive')
  await noteSecurityEvent(sql, source, { kind: 'email_restored', at: now, actor: null, subject: user })
  const link = await createLink(sql, user, now)
  if (!link) throw refuse('inactive')
  return link
}

/** The unique index decides whether an address is taken. */
function explainTaken(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_email') throw refuse('taken')
  throw error
}
