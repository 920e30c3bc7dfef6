import { PASSWORD_NEEDED } from '#contract/session/ownership.ts'
import { type FieldProblem, NOT_FOUND } from '#contract/wire/problem.ts'
import { CLEAR_CACHES } from './clear-caches.ts'

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 412 | 413 | 415 | 422 | 429 | 500 | 503

/** A refusal, thrown as an exception and sent as the response. Throwing it rolls back the open transaction. */
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

/** 400 with messages by field: `{field: [messages]}`. */
export const invalid = (fields: FieldProblem) => new Problem(400, fields)
/** 400 about the request as a whole. */
export const invalidRequest = (message: string) => invalid({ non_field_errors: [message] })

export const notSignedIn = () =>
  new Problem(
    401,
    { detail: 'Authentication credentials were not provided.', code: 'not_authenticated' },
    { 'www-authenticate': 'Bearer' },
  )

/**
 * Why an access token is refused. `unknown`: this server did not sign it, or it has expired while its session is live,
 * so the client has a newer one. `ended`: its session is over. `reused`: its session was ended because its refresh
 * token was used by two clients. `inactive`: its account is inactive or deleted.
 */
export type TokenRefusal = 'unknown' | 'ended' | 'reused' | 'inactive'

const REFUSED_TOKENS = {
  inactive: { detail: 'This account is inactive.', code: 'account_inactive' },
  reused: { detail: 'An old copy of this session was used, so it was ended. Sign in again.', code: 'token_reused' },
  ended: { detail: 'The session has ended. Sign in again.', code: 'token_not_valid' },
} as const

/** 401 for a token. When its session is over, the response also clears the browser's HTTP cache for this server. */
export function tokenRefused(why: TokenRefusal): Problem {
  const body = REFUSED_TOKENS[why === 'unknown' ? 'ended' : why]
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return new Problem(401, body, why === 'unknown' ? headers : { ...headers, ...CLEAR_CACHES })
}
const FORBIDDEN = { detail: 'You do not have permission to perform this action.' }
export const forbidden = () => new Problem(403, FORBIDDEN)
/**
 * Whether the error is `forbidden()`: a permission is missing. The user can remedy other 403s, such as a missing
 * password.
 */
export const isForbidden = (error: unknown): boolean => error instanceof Problem && error.body === FORBIDDEN
const PASSWORD_REQUIRED = { detail: 'Your password is needed for this. Enter it again.', code: PASSWORD_NEEDED }
/** 403 for a change that requires the user's password, entered in this session a short while ago. */
export const passwordNeeded = () => new Problem(403, PASSWORD_REQUIRED)
/** Whether the error is `passwordNeeded()`. */
export const isPasswordNeeded = (error: unknown): boolean =>
  error instanceof Problem && error.body === PASSWORD_REQUIRED
export const notFound = () => new Problem(404, { detail: NOT_FOUND })
/** 409: another request is working on the same thing. The same request succeeds a moment later. */
export const busy = (detail: string) => new Problem(409, { detail }, { 'retry-after': '1' })

/** A limit that a client has reached. */
export interface ReachedLimit {
  /** The limit's name in the security log. */
  readonly limit: string
  /** What the limit counts by, such as a session or a network: the one that is full. */
  readonly bucket: string
}

/** 429. `note-refusals.ts` adds it to the security log, unless `reached` is null. */
export class TooManyRequests extends Problem {
  readonly reached: ReachedLimit | null
  constructor(detail: string, retryAfterSeconds: number, reached: ReachedLimit | null) {
    super(429, { detail }, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) })
    this.reached = reached
  }
}
/** 429. Pass null for `reached` when the caller adds the event to the security log. */
export const tooManyRequests = (detail: string, retryAfterSeconds: number, reached: ReachedLimit | null) =>
  new TooManyRequests(detail, retryAfterSeconds, reached)
