import { problemText } from '#contract/wire/problem.ts'

/**
 * Why a call has no valid response. `network`: the request never arrived, or the response broke off. `timeout`: no
 * response in time. `not_ours`: the response is not from our server (a captive portal, a proxy, a wrong version).
 * `status`: our server refused or failed, with a status.
 */
export type ApiErrorKind = 'network' | 'timeout' | 'not_ours' | 'status'

const WORDS: Record<ApiErrorKind, string> = {
  network: 'The server could not be reached. Check the connection and try again.',
  timeout: 'The server did not answer in time. Try again.',
  not_ours: 'Something other than the server answered. If this network has a sign-in page, open it first.',
  status: 'The server could not do this. Try again later.',
}

interface ApiErrorParts {
  readonly status?: number
  readonly problem?: unknown
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** The only error that `call` throws, except the reason of a caller's abort. `message` can be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** The HTTP status of a refusal or failure; null for the other kinds. */
  readonly status: number | null
  /** The refusal's body, as the contract's `problem.ts` describes it; null without a body. */
  readonly problem: unknown
  /** How long the server asks to wait, in milliseconds; null when it names no time. */
  readonly retryAfterMs: number | null

  constructor(kind: ApiErrorKind, parts: ApiErrorParts = {}) {
    super(problemText(parts.problem) || WORDS[kind], { cause: parts.cause })
    this.kind = kind
    this.status = parts.status ?? null
    this.problem = parts.problem ?? null
    this.retryAfterMs = parts.retryAfterMs ?? null
  }
}

/** True when a call never reached the server, so its response is unknown. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.kind !== 'status'
}
