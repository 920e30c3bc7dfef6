import { randomUUID } from 'node:crypto'
import { AREAS } from '#contract/access.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { Sql } from '#server/db/db.ts'
import { Problem, tokenNotValid, tooMany } from '#server/http/problem.ts'
import type { Admitted } from '#server/http/serving.ts'
import type { Passwords } from './password.ts'
import {
  countAttempt,
  findAccount,
  findOldestFailure,
  findSessionUser,
  findSessionUsers,
  openSession,
  revokeSession,
  type SessionUser,
  useRefreshToken,
} from './session-repository.ts'
import { newOpaqueToken, signAccess, tokenHash, verifyAccess } from './token.ts'

const REFRESH_DAYS = 60
const MOST_FAILURES = 10
const FAILURE_WINDOW_MS = 15 * 60_000
const DAY_MS = 86_400_000

/** What signing people in needs beside the database. */
export interface SessionKeys {
  readonly secret: Uint8Array
  readonly passwords: Passwords
}

/** The stored ids (view of area n is 2n + 1, edit is 2n + 2) as the wire shows them; an administrator holds all. */
function permissionsOf({ role, permissions }: SessionUser, first: 1 | 2): CurrentUser['view_permissions'] {
  return AREAS.map((_, area) => {
    const id = 2 * area + first
    return { id, area, user_has_permission: role === 'administrator' || permissions.includes(id) }
  })
}

/** Who an access token belongs to, if its session is live and the person active; else null. */
export async function admitToken(sql: Sql, secret: Uint8Array, token: string, now: Date): Promise<Admitted | null> {
  const claims = await verifyAccess(secret, token, now)
  const found = claims && (await findSessionUser(sql, claims.session, claims.user, now))
  if (!found) return null
  return { user: currentUserOf(found), session: claims.session }
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

function currentUserOf(found: SessionUser): CurrentUser {
  const { permissions: _, ...rest } = found
  return { ...rest, view_permissions: permissionsOf(found, 1), edit_permissions: permissionsOf(found, 2) }
}

export interface Login {
  readonly email: string
  readonly password: string
  readonly address: string
  readonly device: string
  readonly now: Date
}

/**
 * Signs in. Throws one and the same 401 for an unknown e-mail, a wrong password and an inactive account, after the same
 * work; 429 after ten failures of an account from an address within 15 minutes.
 */
export async function signIn(sql: Sql, keys: SessionKeys, login: Login) {
  const { address, now } = login
  const email = login.email.trim()
  const account = email.toLowerCase()
  const since = new Date(now.getTime() - FAILURE_WINDOW_MS)
  const attempt = await countAttempt(sql, { account, address, now, since, most: MOST_FAILURES })
  if (!attempt) {
    const oldest = (await findOldestFailure(sql, account, address, since)) ?? now
    const wait = (oldest.getTime() + FAILURE_WINDOW_MS - now.getTime()) / 1000
    throw tooMany('Too many failed attempts to sign in. Try again later.', wait)
  }
  const found = await findAccount(sql, email)
  const isRight = await keys.passwords.matches(found?.is_active ? found.password_hash : null, login.password)
  if (!found || !isRight) {
    throw new Problem(401, { detail: 'No active account found with the given credentials' })
  }
  const session = { user: found.id, session: randomUUID() }
  const refresh = newOpaqueToken()
  const expiresAt = new Date(now.getTime() + REFRESH_DAYS * DAY_MS)
  const opened = { id: session.session, user: found.id, refreshHash: tokenHash(refresh), now, expiresAt }
  await openSession(sql, { ...opened, device: login.device }, account, address)
  return { access: await signAccess(keys.secret, session, now), refresh }
}

/** A new access token for a live refresh token; throws 401 for any other. */
export async function refreshSession(sql: Sql, secret: Uint8Array, refresh: string, now: Date) {
  const used = await useRefreshToken(sql, tokenHash(refresh), now)
  if (!used) throw tokenNotValid()
  return { access: await signAccess(secret, { user: used.user, session: used.id }, now) }
}

export async function signOut(sql: Sql, user: number, refresh: string, now: Date): Promise<void> {
  await revokeSession(sql, tokenHash(refresh), user, now)
}
