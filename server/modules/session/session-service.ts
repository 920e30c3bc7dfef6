import { randomUUID } from 'node:crypto'
import { AREAS } from '#contract/access.ts'
import type { CurrentUser } from '#contract/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { Problem, tokenRefused, type Unadmitted } from '#server/http/problem.ts'
import type { Admitted } from '#server/http/serving.ts'
import { newOpaqueToken, tokenHash } from '#server/opaque-token.ts'
import { bucketOf, judgeTry } from '#server/throttle/throttle.ts'
import type { TokenSecrets } from '#server/token-secret.ts'
import type { Passwords } from './password-service.ts'
import {
  findAccount,
  findActiveUser,
  findRefreshOwner,
  findSessionUser,
  findSessionUsers,
  openSession,
  revokeAll,
  revokeByHash,
  revokeSession,
  type SessionUser,
  useRefreshToken,
} from './session-repository.ts'
import { signAccess, verifyAccess } from './token.ts'

const REFRESH_DAYS = 60
const LIMIT = {
  most: 10,
  windowMs: 15 * 60_000,
  detail: 'Too many failed attempts to sign in. Try again later.',
}
const DAY_MS = 86_400_000
const MOST_USER_AGENT = 300

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
  if (!found) return (await isActiveUser(sql, claims.user)) ? 'ended' : 'inactive'
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
  readonly address: string
  readonly device: string
  /** What the browser calls itself. */
  readonly userAgent: string
  readonly now: Date
}

const refused = () => new Problem(401, { detail: 'No active account found with the given credentials' })

/**
 * Signs in. Throws one and the same 401 for an unknown e-mail, a wrong password and an inactive account, after the same
 * work; 429 after ten failures of an account from an address within 15 minutes.
 */
export function signIn(sql: Sql, keys: SessionKeys, login: Login) {
  const bucket = bucketOf('login', login.email.trim().toLowerCase(), login.address)
  return judgeTry(sql, { bucket, limit: LIMIT, now: login.now }, () => tryToSignIn(sql, keys, login, bucket))
}

async function tryToSignIn(sql: Sql, keys: SessionKeys, login: Login, bucket: string) {
  const { now } = login
  const email = login.email.trim()
  const found = await findAccount(sql, email)
  const passwordHash = found?.is_active ? found.password_hash : null
  const isRight = await keys.passwords.matches(passwordHash, login.password)
  if (!found || !passwordHash || !isRight) throw refused()
  const session = { user: found.id, session: randomUUID() }
  const refresh = newOpaqueToken()
  const opened = {
    id: session.session,
    user: found.id,
    refreshHash: tokenHash(refresh),
    device: login.device,
    userAgent: login.userAgent.slice(0, MOST_USER_AGENT),
    now,
    expiresAt: new Date(now.getTime() + REFRESH_DAYS * DAY_MS),
  }
  if (!(await openSession(sql, opened, passwordHash, bucket))) throw refused()
  return { access: await signAccess(keys.secrets.current, session, now), refresh }
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
  await revokeAll(sql, user, now, except)
}

const isActiveUser = async (sql: Sql, user: number) => (await findActiveUser(sql, user)) !== null

/** A new access token for a live refresh token; throws the 401 that says why for any other. */
export async function refreshSession(sql: Sql, secret: Uint8Array, refresh: string, now: Date) {
  const used = await useRefreshToken(sql, tokenHash(refresh), now)
  if (!used) throw tokenRefused(await whyNotUsed(sql, tokenHash(refresh)))
  return { access: await signAccess(secret, { user: used.user, session: used.id }, now) }
}

async function whyNotUsed(sql: Sql, hash: string): Promise<Unadmitted> {
  const owner = await findRefreshOwner(sql, hash)
  return owner && !owner.isActive ? 'inactive' : 'ended'
}

/** Ends the sessions whose refresh tokens have these hashes (SHA-256 in hex); answers whether there was one to end. */
export async function endByRefreshHash(sql: Sql, hashes: readonly string[], now: Date): Promise<boolean> {
  return revokeByHash(sql, hashes, now)
}

/** Ends a person's own session; nothing happens when the token is that of another, or dead. */
export async function signOut(sql: Sql, user: number, refresh: string, now: Date): Promise<void> {
  await revokeSession(sql, tokenHash(refresh), user, now)
}
