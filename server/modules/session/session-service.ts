import { randomUUID } from 'node:crypto'
import { AREAS } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { newOpaqueToken, tokenHash } from '#server/base/opaque-token.ts'
import { Problem, type TokenRefusal } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { TokenSecrets } from '#server/base/token-secret.ts'
import type { Sql } from '#server/db/db.ts'
import type { AdmittedUser } from '#server/http/call/serving.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { endLiveSessions } from './ended-session-repository.ts'
import { findAccount } from './guessing/account-repository.ts'
import { type Admission, type Attempt, throttleSignIn } from './guessing/sign-in-throttle.ts'
import type { Passwords } from './password-service.ts'
import { refusalReason, splitToken } from './refresh-service.ts'
import { halfText, halvesKey, newHalf } from './refresh-token.ts'
import { endExcessSessions } from './session-end-service.ts'
import {
  findActiveUser,
  findEndReason,
  findSessionUser,
  findSessionUsers,
  openSession,
  revokeByHash,
  revokeSession,
  type SessionUser,
} from './session-repository.ts'
import { signAccess, verifyAccess } from './token.ts'

const REFRESH_DAYS = 60
const DAY_MS = 86_400_000

/** What signing in needs in addition to the database. */
export interface SessionKeys {
  readonly secrets: TokenSecrets
  readonly passwords: Passwords
}

/**
 * The stored permission ids (view of area n is 2n + 1, edit is 2n + 2) in wire form. An administrator has all of them.
 */
function permissionsOf({ role, permissions }: SessionUser, first: 1 | 2): CurrentUser['view_permissions'] {
  return AREAS.map((_, area) => {
    const id = 2 * area + first
    return { id, area, user_has_permission: role === 'administrator' || permissions.includes(id) }
  })
}

/** The user of an access token if its session is live and the user is active; otherwise the reason for the refusal. */
export async function admitToken(
  sql: Sql,
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<AdmittedUser | TokenRefusal> {
  const claims = await verifyAccess(secret, token, now)
  if (!claims) return 'unknown'
  const user = await findSessionUser(sql, claims.session, claims.user, now)
  if (!user) return refusalReason(await findEndReason(sql, claims.session, claims.user))
  return claims.isExpired ? 'unknown' : { user: currentUserOf(user), session: claims.session }
}

/** The users of the live sessions among `sessions`, by session id. */
export async function sessionUsers(
  sql: Sql,
  sessions: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, CurrentUser>> {
  const rows = await findSessionUsers(sql, sessions, now)
  return new Map(rows.map(({ session, ...user }) => [session, currentUserOf(user)]))
}

/**
 * A user with their current permissions; null if the user is inactive or deleted. For work done on the user's behalf
 * without a request, such as the digest.
 */
export async function activeUser(sql: Sql, user: number): Promise<CurrentUser | null> {
  const row = await findActiveUser(sql, user)
  return row && currentUserOf(row)
}

function currentUserOf(user: SessionUser): CurrentUser {
  const { permissions: _, ...rest } = user
  return { ...rest, view_permissions: permissionsOf(user, 1), edit_permissions: permissionsOf(user, 2) }
}

export interface Login {
  readonly email: string
  readonly password: string
  readonly device: string
  /**
   * How long the browser keeps the cookie with the second half of the refresh token; undefined if the client takes
   * none.
   */
  readonly refresh_cookie?: 'session' | 'lasting' | undefined
  readonly source: RequestSource
  readonly now: Date
}

/** The result of a sign-in: the access token and the two halves of the refresh token. */
export interface SignInResult {
  readonly access: string
  readonly first: string
  readonly second: string
  /** How long the session lasts, in seconds. */
  readonly seconds: number
  /** Whether other sessions of the user ended because there were too many. */
  readonly hasEnded: boolean
}

const refused = () => new Problem(401, { detail: 'No active account found with the given credentials' })

/**
 * Signs in. Throws the same 401, after the same work, for an unknown e-mail, a wrong password and an inactive account.
 * Throws 429 after too many tries (`throttleSignIn`).
 */
export async function signIn(sql: Sql, keys: SessionKeys, login: Login): Promise<SignInResult> {
  const email = login.email.trim()
  const account = await findAccount(sql, email, login.device)
  const { device, source, now } = login
  const attempt = { account, email, device, source, secret: keys.secrets.current, now }
  return throttleSignIn(sql, attempt, (admission) => tryToSignIn(sql, keys, { ...login, account }, admission))
}

async function tryToSignIn(
  sql: Sql,
  keys: SessionKeys,
  login: Login & Pick<Attempt, 'account'>,
  { waiting, ...forgiven }: Admission,
): Promise<SignInResult> {
  const { account: user, now, source } = login
  const passwordHash = user?.is_active ? user.password_hash : null
  const isRight = await keys.passwords.matches(passwordHash, login.password, waiting)
  if (!user || !passwordHash || !isRight) throw refused()
  const session = { user: user.id, session: randomUUID() }
  const first = newOpaqueToken()
  const half = newHalf(0, now)
  const newSession = {
    id: session.session,
    user: user.id,
    refreshHash: tokenHash(first),
    nonce: half.nonce,
    isLasting: login.refresh_cookie === 'lasting',
    device: login.device,
    network: source.network,
    userAgent: source.userAgent,
    now,
    expiresAt: new Date(now.getTime() + REFRESH_DAYS * DAY_MS),
  }
  if (!(await openSession(sql, newSession, passwordHash, forgiven))) throw refused()
  const by = { actor: user.id, subject: user.id }
  const from = { ...source, session: session.session }
  await noteSecurityEvent(sql, from, { kind: 'sign_in', at: now, ...by })
  const { hasEnded } = await endExcessSessions(sql, user.id, { source: from, now })
  const { current } = keys.secrets
  const second = halfText(halvesKey(current), session.session, half)
  const access = await signAccess(current, session, now)
  return { access, first, second, seconds: REFRESH_DAYS * (DAY_MS / 1000), hasEnded }
}

/**
 * Ends all sessions of a user, including their access tokens, except session `except`. Call it in the transaction that
 * changes the password or deactivates the user.
 */
export async function endSessions(
  sql: Sql,
  user: number,
  now: Date,
  { except = null }: { readonly except?: string | null } = {},
): Promise<void> {
  await endLiveSessions(sql, user, now, except)
}

/** An ended session and its user. */
export interface EndedSession {
  readonly id: string
  readonly user: number | null
}

/**
 * Ends the sessions whose refresh tokens have first halves with these hashes (SHA-256 in hex). Returns the sessions it
 * ended.
 */
export async function endByRefreshHash(
  sql: Sql,
  hashes: readonly string[],
  source: RequestSource,
  now: Date,
): Promise<readonly EndedSession[]> {
  const ended = await revokeByHash(sql, hashes, now)
  for (const { id, user } of ended) {
    await noteSecurityEvent(sql, { ...source, session: id }, { kind: 'sign_out', at: now, actor: user, subject: user })
  }
  return ended
}

/** Ends the session of the request, and the session of the same user that the refresh token belongs to. */
export async function signOut(
  sql: Sql,
  requesting: AdmittedUser,
  refresh: string,
  source: RequestSource,
  now: Date,
): Promise<void> {
  const { id } = requesting.user
  await revokeSession(sql, requesting.session, tokenHash(splitToken(refresh).first), id, now)
  await noteSecurityEvent(sql, source, { kind: 'sign_out', at: now, actor: id, subject: id })
}
