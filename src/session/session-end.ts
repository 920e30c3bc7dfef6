import { ApiError } from '#src/api/api-error.ts'
import { hostProof } from '#src/api/fetch-verified.ts'

/**
 * Whether a refresh failed because the refresh token is no longer valid. No other failure ends the session. Neither
 * does a response from a host that this device does not know yet: it might come from a gateway.
 */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && hostProof() !== null && [400, 401, 403].includes(error.status ?? 0)
}

/** Why the server ended a session: the account is inactive, an old copy of the token was used, or another reason. */
export type EndReason = 'ended' | 'inactive' | 'reused'

const REASON_BY_CODE = new Map<unknown, EndReason>([
  ['account_inactive', 'inactive'],
  ['token_reused', 'reused'],
])

/** The reason that the server's problem code gives; `ended` without a known code. */
export function endReasonOf(error: unknown): EndReason {
  const { problem } = error instanceof ApiError ? error : {}
  const code = typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined
  return REASON_BY_CODE.get(code) ?? 'ended'
}
