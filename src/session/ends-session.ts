import { ApiError } from '#src/api/api-error.ts'
import { hostProves } from '#src/api/ask.ts'

/**
 * Whether a refresh failed because the refresh token is worth nothing. Any other failure proves nothing, and neither does the
 * word of a host that this device does not know: it may be a gateway's.
 */
export function endsSession(error: unknown): boolean {
  return error instanceof ApiError && hostProves() !== null && [400, 401, 403].includes(error.status ?? 0)
}
