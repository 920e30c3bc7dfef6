import { ApiError } from '#src/api/api-error.ts'
import { hostProves } from '#src/api/ask.ts'

/**
 * Whether a refresh failed because the refresh token is worth nothing. Any other failure proves nothing, and neither does the
 * word of a host that this device does not know: it may be a gateway's.
 */
export function endsSession(error: unknown): boolean {
  return error instanceof ApiError && hostProves() !== null && [400, 401, 403].includes(error.status ?? 0)
}

/** Why the server has ended a session, by its own word: the account was made inactive, or anything else. */
export function whyEnded(error: unknown): 'ended' | 'inactive' {
  const { problem } = error instanceof ApiError ? error : {}
  const isInactive =
    typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 'account_inactive'
  return isInactive ? 'inactive' : 'ended'
}
