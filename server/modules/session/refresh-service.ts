import { tokenHash } from '#server/base/opaque-token.ts'
import { tokenRefused, type Unadmitted } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { isToBeTold } from '#server/throttle/told-once.ts'
import {
  endReused,
  findRefreshedSession,
  noteLasting,
  noteRefresh,
  type RefreshedSession,
} from './refresh-repository.ts'
import { type ChangingHalf, halfText, halvesKey, judgeHalf, newHalf, readHalf, type Turn } from './refresh-token.ts'
import { signAccess } from './token.ts'

/** A refresh token as it came. */
export interface UsedToken {
  /** From the body: both halves with a dot between, or the first one. */
  readonly refresh: string
  /** What came as a cookie: the second half, and what else has its name. */
  readonly cookies: readonly string[]
  /** How long a browser is to keep the cookie, where it takes one. */
  readonly asCookie: 'session' | 'lasting' | undefined
  readonly source: RequestSource
  readonly now: Date
}

/** What a refresh gives. */
export interface Refreshed {
  readonly access: string
  /** The next second half; null where the device keeps the one it has. */
  readonly next: string | null
  /** Where the next half goes: into the cookie, for so many seconds or until the browser is closed; or into the body. */
  readonly into: { readonly cookie: true; readonly seconds: number | null } | { readonly cookie: false }
}

/** The first half of a token, and the second where it is there. */
export function halvesOf(refresh: string): { readonly first: string; readonly second: string | null } {
  const [first = '', second] = refresh.split('.')
  return { first, second: second ?? null }
}

/**
 * A new access token for a live refresh token, and what replaces its second half. Throws the 401 that says why for any other.
 * A second half that was used after its time ends the session, since two have it then.
 */
export async function refreshSession(sql: Sql, secret: Uint8Array, used: UsedToken): Promise<Refreshed> {
  const { first, second } = halvesOf(used.refresh)
  const session = await findRefreshedSession(sql, tokenHash(first), used.now)
  if (!session?.isLive || !session.isActive || session.user === null) throw tokenRefused(whyOver(session))
  const key = halvesKey(secret)
  const half = latestOf([second ?? '', ...used.cookies].map((text) => readHalf(key, session.id, text)))
  const moves = movesIntoCookie(session, used, second)
  if (moves) await noteLasting(sql, session.id, moves.isLasting)
  const next = half === null ? await firstHalf(sql, session, used) : await nextHalf(sql, session, half, used)
  return {
    access: await signAccess(secret, { user: session.user, session: session.id }, used.now),
    next: next && halfText(key, session.id, next),
    into: second !== null && !moves ? { cookie: false } : intoCookie(session, moves ?? session, used.now),
  }
}

/** A page that had the whole token in the body sends it until an answer has come; the cookie may be ahead of it by then. */
const latestOf = (halves: readonly (ChangingHalf | null)[]): ChangingHalf | null =>
  halves.filter((half) => half !== null).toSorted((one, other) => other.turn - one.turn)[0] ?? null

/** What replaces a second half; null where the device keeps the one it has. */
async function nextHalf(sql: Sql, session: RefreshedSession, half: ChangingHalf, used: UsedToken) {
  const state = turnOf(session)
  const verdict = judgeHalf(state, half, used.now)
  if (verdict === 'reused') throw await endedForReuse(sql, session, used)
  await noteRefresh(sql, useOf(session, used), verdict === 'turn' ? half : null)
  if (verdict === 'keep') return null
  return newHalf((verdict === 'turn' ? half.turn : state.turn) + 1, used.now)
}

/** Why a session opens nothing more; null: we never gave it, or have forgotten it. */
export function whyOver(session: Pick<RefreshedSession, 'isActive' | 'isReused'> | null): Unadmitted {
  if (session !== null && !session.isActive) return 'inactive'
  return session?.isReused ? 'reused' : 'ended'
}

/** Before the first half has come back: any half is the next one. */
const NO_TURN: Turn = { turn: -1, nonce: '', turnedAt: new Date(0) }
const turnOf = ({ turn, nonce, turnedAt }: RefreshedSession): Turn => {
  if (turn === null || nonce === null || turnedAt === null) return NO_TURN
  return { turn, nonce, turnedAt: new Date(turnedAt) }
}

const useOf = ({ id }: RefreshedSession, { source, now }: UsedToken) => {
  return { session: id, network: source.network, userAgent: source.userAgent, now }
}

/**
 * A session from before there were halves is given one at each use, where its device takes it as a cookie. It goes by the whole
 * token until such a half has come back, because the answer that brought it may have been lost.
 */
async function firstHalf(sql: Sql, session: RefreshedSession, used: UsedToken): Promise<ChangingHalf | null> {
  if (session.turn !== null) {
    await noteHalf(sql, session, used)
    throw tokenRefused('ended')
  }
  await noteRefresh(sql, useOf(session, used), null)
  return used.asCookie === undefined ? null : newHalf(0, used.now)
}

/** How long the cookie is to last that a session gets from now on, whose second half came in the body so far, or not at all. */
function movesIntoCookie({ turn }: RefreshedSession, { asCookie }: UsedToken, second: string | null) {
  if (asCookie === undefined || (turn !== null && second === null)) return null
  return { isLasting: asCookie === 'lasting' }
}

function intoCookie(
  { expiresAt }: RefreshedSession,
  { isLasting }: Pick<RefreshedSession, 'isLasting'>,
  now: Date,
): Refreshed['into'] {
  const seconds = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
  return { cookie: true, seconds: isLasting ? seconds : null }
}

/** The first half alone was copied from its device, or its browser has lost the cookie: one can't be told from the other. */
async function noteHalf(sql: Sql, { id, user }: RefreshedSession, { source, now }: UsedToken): Promise<void> {
  if (!(await isToBeTold(sql, { limit: 'half a token', bucket: id }, now))) return
  const origin = { ...source, session: id }
  await noteSecurityEvent(sql, origin, { kind: 'token_refused', at: now, actor: null, subject: user })
}

async function endedForReuse(sql: Sql, session: RefreshedSession, { source, now }: UsedToken) {
  if (await endReused(sql, session.id, now)) {
    const origin = { ...source, session: session.id }
    await noteSecurityEvent(sql, origin, { kind: 'token_reused', at: now, actor: null, subject: session.user })
  }
  return tokenRefused('reused')
}
