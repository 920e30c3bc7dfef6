import { tokenHash } from '#server/base/opaque-token.ts'
import { type TokenRefusal, tokenRefused } from '#server/base/problem.ts'
import type { RequestSource } from '#server/base/request-source.ts'
import type { Sql } from '#server/db/db.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { shouldReport } from '#server/throttle/report-once.ts'
import {
  endReused,
  findRefreshedSession,
  noteLasting,
  noteRefresh,
  type RefreshedSession,
} from './refresh-repository.ts'
import {
  type ChangingHalf,
  halfText,
  halvesKey,
  judgeHalf,
  newHalf,
  readHalf,
  type TurnState,
} from './refresh-token.ts'
import { signAccess } from './token.ts'

/** A refresh token as the request carries it. */
export interface TokenUse {
  /** From the body: both halves with a dot between them, or only the first half. */
  readonly refresh: string
  /** Values of all cookies of that name: the second half, and possibly unrelated values. */
  readonly cookies: readonly string[]
  /** How long the browser keeps the cookie; undefined if the client takes none. */
  readonly asCookie: 'session' | 'lasting' | undefined
  readonly source: RequestSource
  readonly now: Date
}

/** The result of a refresh. */
export interface RefreshResult {
  readonly access: string
  /** The next second half; null if the device keeps its current one. */
  readonly next: string | null
  /** Where `next` is sent: in the cookie, for `seconds` or until the browser closes (null); or in the body. */
  readonly into: { readonly cookie: true; readonly seconds: number | null } | { readonly cookie: false }
}

/** The halves of a token; `second` is null if the text contains only the first. */
export function splitToken(refresh: string): { readonly first: string; readonly second: string | null } {
  const [first = '', second] = refresh.split('.')
  return { first, second: second ?? null }
}

/**
 * Exchanges a live refresh token for a new access token and a replacement of its second half. Throws a 401 with the
 * reason for any other token. A second half used after its time ends the session: two parties have the token.
 */
export async function refreshSession(sql: Sql, secret: Uint8Array, used: TokenUse): Promise<RefreshResult> {
  const { first, second } = splitToken(used.refresh)
  const session = await findRefreshedSession(sql, tokenHash(first), used.now)
  if (!session?.isLive || !session.isActive || session.user === null) throw tokenRefused(refusalReason(session))
  const key = halvesKey(secret)
  const half = latestOf([second ?? '', ...used.cookies].map((text) => readHalf(key, session.id, text)))
  const move = findCookieMove(session, used, second)
  const isProlonged = move === null && second === null && used.asCookie === 'lasting' && !session.isLasting
  const next =
    half === null ? await issueFirstHalf(sql, session, used) : await replaceHalf(sql, session, half, used, isProlonged)
  if (move || isProlonged) await noteLasting(sql, session.id, isProlonged || move?.isLasting === true)
  return {
    access: await signAccess(secret, { user: session.user, session: session.id }, used.now),
    next: next && halfText(key, session.id, next),
    into:
      second !== null && !move
        ? { cookie: false }
        : cookieTarget(session, isProlonged || (move ?? session).isLasting, used.now),
  }
}

/**
 * The latest half. A page that held the whole token sends it until a response arrives; meanwhile the cookie may be
 * newer.
 */
const latestOf = (halves: readonly (ChangingHalf | null)[]): ChangingHalf | null =>
  halves.filter((half) => half !== null).toSorted((one, other) => other.turn - one.turn)[0] ?? null

/**
 * The replacement of a second half; null if the device keeps its current one. `isProlonged`: the cookie will outlive the
 * browser from now on, so the device receives a half in any case.
 */
async function replaceHalf(
  sql: Sql,
  session: RefreshedSession,
  half: ChangingHalf,
  used: TokenUse,
  isProlonged: boolean,
) {
  const state = turnOf(session)
  const verdict = judgeHalf(state, half, used.now)
  if (verdict === 'reused') throw await endForReuse(sql, session, used)
  await noteRefresh(sql, useOf(session, used), verdict === 'turn' ? half : null)
  if (verdict === 'keep') return isProlonged ? half : null
  return newHalf((verdict === 'turn' ? half.turn : state.turn) + 1, used.now)
}

/**
 * Why a session's tokens are refused. `session` is null if the token was never issued here or its session was deleted.
 */
export function refusalReason(session: Pick<RefreshedSession, 'isActive' | 'isReused'> | null): TokenRefusal {
  if (session !== null && !session.isActive) return 'inactive'
  return session?.isReused ? 'reused' : 'ended'
}

/** State before the first changing half has come back: any half counts as the next one. */
const NO_TURN: TurnState = { turn: -1, nonce: '', turnedAt: new Date(0) }
const turnOf = ({ turn, nonce, turnedAt }: RefreshedSession): TurnState => {
  if (turn === null || nonce === null || turnedAt === null) return NO_TURN
  return { turn, nonce, turnedAt: new Date(turnedAt) }
}

const useOf = ({ id }: RefreshedSession, { source, now }: TokenUse) => {
  return { session: id, network: source.network, userAgent: source.userAgent, now }
}

/**
 * A use without a second half. A session that began before tokens had halves receives one at each use, if its device
 * takes it as a cookie. Such a session accepts the whole token until a half has come back, because the response with
 * the half may have been lost. A session that already has a second half is refused.
 */
async function issueFirstHalf(sql: Sql, session: RefreshedSession, used: TokenUse): Promise<ChangingHalf | null> {
  if (session.turn !== null) {
    await logMissingHalf(sql, session, used)
    throw tokenRefused('ended')
  }
  await noteRefresh(sql, useOf(session, used), null)
  return used.asCookie === undefined ? null : newHalf(0, used.now)
}

/**
 * Whether the cookie outlives the browser, for a session that now moves to a cookie: until now its second half was in
 * the body, or it had none. Null if the session does not move.
 */
function findCookieMove({ turn }: RefreshedSession, { asCookie }: TokenUse, second: string | null) {
  if (asCookie === undefined || (turn !== null && second === null)) return null
  return { isLasting: asCookie === 'lasting' }
}

function cookieTarget({ expiresAt }: RefreshedSession, isLasting: boolean, now: Date): RefreshResult['into'] {
  const seconds = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
  return { cookie: true, seconds: isLasting ? seconds : null }
}

/**
 * Logs a first half without the second: it was copied from its device, or the browser lost the cookie. We cannot tell
 * which.
 */
async function logMissingHalf(sql: Sql, { id, user }: RefreshedSession, { source, now }: TokenUse): Promise<void> {
  if (!(await shouldReport(sql, { limit: 'half a token', bucket: id }, now))) return
  const origin = { ...source, session: id }
  await noteSecurityEvent(sql, origin, { kind: 'token_refused', at: now, actor: null, subject: user })
}

async function endForReuse(sql: Sql, session: RefreshedSession, { source, now }: TokenUse) {
  if (await endReused(sql, session.id, now)) {
    const origin = { ...source, session: session.id }
    await noteSecurityEvent(sql, origin, { kind: 'token_reused', at: now, actor: null, subject: session.user })
  }
  return tokenRefused('reused')
}
