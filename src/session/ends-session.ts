import { ApiError } from '#src/api/api-error.ts'
import { hostProves } from '#src/api/ask.ts'

/**
 * Whether a refresh failed because the refresh token is worth nothing. Any other failure proves nothing, and neither does the
 * word of a host that this device does not know: it may be a gateway's.
 */
export function endsSession(error: unknown): boolean {
  return error instanceof ApiError && hostProves() !== null && [400, 401, 403].includes(error.status ?? 0)
}

/** Why the server has ended a session: the account was made inactive, an old copy of the token was used, or anything else. */
export type WhyEnded = 'ended' | 'inactive' | 'reused'

const WHY = new Map<unknown, WhyEnded>([
  ['account_inactive', 'inactive'],
  ['token_reused', 'reused'],
])

/** By the server's own word. */
export function whyEnded(error: unknown): WhyEnded {
  const { problem } = error instanceof ApiError ? error : {}
  const code = typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined
  return WHY.get(code) ?? 'ended'
}
