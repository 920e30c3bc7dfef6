import { randomUUID } from 'node:crypto'
import { AREAS } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { newOpaqueToken, tokenHash } from '#server/base/opaque-token.ts'
import { Problem, type Unadmitted } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { TokenSecrets } from '#server/base/token-secret.ts'
import type { Sql } from '#server/db/db.ts'
import type { Admitted } from '#server/http/call/serving.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { endAll } from './ended-session-repository.ts'
import { findAccount } from './guessing/account-repository.ts'
import { type Admission, type Attempt, judgeSignIn } from './guessing/sign-in-throttle.ts'
import type { Passwords } from './password-service.ts'
import { halvesOf, whyOver } from './refresh-service.ts'
import { halfText, halvesKey, newHalf } from './refresh-token.ts'
import { endLongestUnused } from './session-end-service.ts'
import {
  findActiveUser,
  findEnd,
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

/** What signing people in needs beside the database. */
export interface SessionKeys {
  readonly secrets: TokenSecrets
  readonly passwords: Passwords
}

/** The stored ids (view of area n is 2n + 1, edit is 2n + 2) as the wire shows them; an administrator holds all. */
function permissionsOf({ role, permissions }: SessionUser, first: 1 | 2): CurrentUser['view_permissions'] {
  return AREAS.map((_, area) => {
    const id = 2 * area + first
    return { id, area, user_has_permission: role === 'administrator' || permissions.includes(id) }
  })
}

/** Who an access token belongs to, if its session is live and the person active; else why it opens nothing. */
export async function admitToken(
  sql: Sql,
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<Admitted | Unadmitted> {
  const claims = await verifyAccess(secret, token, now)
  if (!claims) return 'unknown'
  const found = await findSessionUser(sql, claims.session, claims.user, now)
  if (!found) return whyOver(await findEnd(sql, claims.session, claims.user))
  return claims.isExpired ? 'unknown' : { user: currentUserOf(found), session: claims.session }
}

/** Who those sessions belong to that are live, by session. */
export async function sessionUsers(
  sql: Sql,
  sessions: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, CurrentUser>> {
  const found = await findSessionUsers(sql, sessions, now)
  return new Map(found.map(({ session, ...user }) => [session, currentUserOf(user)]))
}

/** Somebody with what they may see and do now; null for who is inactive, or gone. For what is done in their name unasked. */
export async function activeUser(sql: Sql, user: number): Promise<CurrentUser | null> {
  const found = await findActiveUser(sql, user)
  return found && currentUserOf(found)
}

function currentUserOf(found: SessionUser): CurrentUser {
  const { permissions: _, ...rest } = found
  return { ...rest, view_permissions: permissionsOf(found, 1), edit_permissions: permissionsOf(found, 2) }
}

export interface Login {
  readonly email: string
  readonly password: string
  readonly device: string
  /** How long a browser is to keep the second half of the refresh token as a cookie; undefined where it takes none. */
  readonly refresh_cookie?: 'session' | 'lasting' | undefined
  readonly source: RequestSource
  readonly now: Date
}

/** What a sign-in gives: the access token, and the two halves of the refresh token. */
export interface SignedIn {
  readonly access: string
  readonly first: string
  readonly second: string
  /** How long the session lasts. */
  readonly seconds: number
  /** Whether another session of the user ended for it. */
  readonly hasEnded: boolean
}

const refused = () => new Problem(401, { detail: 'No active account found with the given credentials' })

/**
 * Signs in. Throws one and the same 401 for an unknown e-mail, a wrong password and an inactive account, after the same
 * work; 429 where it is one too many (`judgeSignIn`).
 */
export async function signIn(sql: Sql, keys: SessionKeys, login: Login): Promise<SignedIn> {
  const email = login.email.trim()
  const account = await findAccount(sql, email, login.device)
  const { device, source, now } = login
  const attempt = { account, email, device, source, secret: keys.secrets.current, now }
  return judgeSignIn(sql, attempt, (admission) => tryToSignIn(sql, keys, { ...login, account }, admission))
}

async function tryToSignIn(
  sql: Sql,
  keys: SessionKeys,
  login: Login & Pick<Attempt, 'account'>,
  { waiting, ...forgiven }: Admission,
): Promise<SignedIn> {
  const { account: found, now, source } = login
  const passwordHash = found?.is_active ? found.password_hash : null
  const isRight = await keys.passwords.matches(passwordHash, login.password, waiting)
  if (!found || !passwordHash || !isRight) throw refused()
  const session = { user: found.id, session: randomUUID() }
  const first = newOpaqueToken()
  const half = newHalf(0, now)
  const opened = {
    id: session.session,
    user: found.id,
    refreshHash: tokenHash(first),
    nonce: half.nonce,
    isLasting: login.refresh_cookie === 'lasting',
    device: login.device,
    network: source.network,
    userAgent: source.userAgent,
    now,
    expiresAt: new Date(now.getTime() + REFRESH_DAYS * DAY_MS),
  }
  if (!(await openSession(sql, opened, passwordHash, forgiven))) throw refused()
  const by = { actor: found.id, subject: found.id }
  const from = { ...source, session: session.session }
  await noteSecurityEvent(sql, from, { kind: 'sign_in', at: now, ...by })
  const { hasEnded } = await endLongestUnused(sql, found.id, { source: from, now })
  const { current } = keys.secrets
  const second = halfText(halvesKey(current), session.session, half)
  const access = await signAccess(current, session, now)
  return { access, first, second, seconds: REFRESH_DAYS * (DAY_MS / 1000), hasEnded }
}

/**
 * Ends all sessions of a person at once, access tokens included; `except` is the session that may go on. In the
 * transaction that changes the password or makes the person inactive, or alone when the person wants it so.
 */
export async function endSessions(
  sql: Sql,
  user: number,
  now: Date,
  { except = null }: { readonly except?: string | null } = {},
): Promise<void> {
  await endAll(sql, user, now, except)
}

/** A session that has ended, and whose it was. */
export interface EndedSession {
  readonly id: string
  readonly user: number | null
}

/** Ends the sessions whose refresh tokens have first halves with these hashes (SHA-256 in hex); answers those it ended. */
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

/** Ends the session that asks, and that one of the same person's that the refresh token belongs to. */
export async function signOut(
  sql: Sql,
  asking: Admitted,
  refresh: string,
  source: RequestSource,
  now: Date,
): Promise<void> {
  const { id } = asking.user
  await revokeSession(sql, asking.session, tokenHash(halvesOf(refresh).first), id, now)
  await noteSecurityEvent(sql, source, { kind: 'sign_out', at: now, actor: id, subject: id })
}
