import { problemText } from '#contract/wire/problem.ts'

/**
 * Why a call gave no answer of ours. `network`: it never arrived, or its answer broke off. `timeout`: nobody answered in
 * time. `not_ours`: something answered that is not our server (a captive portal, a proxy, a wrong version).
 * `status`: our server refused, or failed, with a status.
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

/** The one error that `call` throws, a caller's own abort aside. `message` is fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** The HTTP status of a refusal; null for the other kinds. */
  readonly status: number | null
  /** The refusal's body as the contract's `problem.ts` describes it; null when there was none. */
  readonly problem: unknown
  /** How long the server asks to wait, in milliseconds; null when it says nothing. */
  readonly retryAfterMs: number | null

  constructor(kind: ApiErrorKind, parts: ApiErrorParts = {}) {
    super(problemText(parts.problem) || WORDS[kind], { cause: parts.cause })
    this.kind = kind
    this.status = parts.status ?? null
    this.problem = parts.problem ?? null
    this.retryAfterMs = parts.retryAfterMs ?? null
  }
}

/** True when a call failed for want of a network: nothing is known about what the server would have said. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.kind !== 'status'
}
