import { PASSWORD_NEEDED } from '#contract/session/ownership.ts'
import { type FieldProblem, NOT_FOUND } from '#contract/wire/problem.ts'
import { CLEAR_CACHES } from './clear-caches.ts'

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 500 | 503

/** A refusal that travels as an exception to where answers are sent. Throwing it undoes the open transaction. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: RefusalStatus
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(status: RefusalStatus, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** 400 by field: `{field: [messages]}`. */
export const invalid = (fields: FieldProblem) => new Problem(400, fields)
/** 400 that concerns the request as a whole. */
export const invalidRequest = (message: string) => invalid({ non_field_errors: [message] })

export const notSignedIn = () =>
  new Problem(
    401,
    { detail: 'Authentication credentials were not provided.', code: 'not_authenticated' },
    { 'www-authenticate': 'Bearer' },
  )

/**
 * Why a token opens nothing. `unknown`: we did not sign it, or it has expired and its session is live, so that the session has
 * a new one; `ended`: its session is over; `reused`: it was ended because two had its refresh token; `inactive`: its account is
 * inactive, or gone.
 */
export type Unadmitted = 'unknown' | 'ended' | 'reused' | 'inactive'

const REFUSED_TOKENS = {
  inactive: { detail: 'This account is inactive.', code: 'account_inactive' },
  reused: { detail: 'An old copy of this session was used, so it was ended. Sign in again.', code: 'token_reused' },
  ended: { detail: 'The session has ended. Sign in again.', code: 'token_not_valid' },
} as const

/** 401 for a token; of a session that is over the browser's own cache forgets all it has from here. */
export function tokenRefused(why: Unadmitted): Problem {
  const body = REFUSED_TOKENS[why === 'unknown' ? 'ended' : why]
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return new Problem(401, body, why === 'unknown' ? headers : { ...headers, ...CLEAR_CACHES })
}
const FORBIDDEN = { detail: 'You do not have permission to perform this action.' }
export const forbidden = () => new Problem(403, FORBIDDEN)
/** Whether a permission was missing; other refusals with 403 are about something that the person can do. */
export const isForbidden = (error: unknown): boolean => error instanceof Problem && error.body === FORBIDDEN
const ASKS_FOR_PASSWORD = { detail: 'Your password is needed for this. Enter it again.', code: PASSWORD_NEEDED }
/** 403 for what needs the person's password, given in this session a short while ago. */
export const passwordNeeded = () => new Problem(403, ASKS_FOR_PASSWORD)
/** Whether the password was missing. */
export const isPasswordNeeded = (error: unknown): boolean =>
  error instanceof Problem && error.body === ASKS_FOR_PASSWORD
export const notFound = () => new Problem(404, { detail: NOT_FOUND })
/** 409: somebody else is at it; the same request succeeds a moment later. */
export const busy = (detail: string) => new Problem(409, { detail }, { 'retry-after': '1' })

/** A limit that is reached. */
export interface Reached {
  /** What the security log calls it. */
  readonly limit: string
  /** What is counted there, and is full. */
  readonly bucket: string
}

/** 429; the security log tells of it by itself (`note-refusals.ts`), unless it does not say what is reached. */
export class TooMany extends Problem {
  readonly reached: Reached | null
  constructor(detail: string, retryAfterSeconds: number, reached: Reached | null) {
    super(429, { detail }, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) })
    this.reached = reached
  }
}
/** `reached`: null where who counts tells of it. */
export const tooMany = (detail: string, retryAfterSeconds: number, reached: Reached | null) =>
  new TooMany(detail, retryAfterSeconds, reached)
