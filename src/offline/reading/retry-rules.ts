import { ApiError } from '#src/api/api-error.ts'

const DEFAULT_DELAY_MS = 500
/** When the server demands a longer wait, there is no retry and the user sees the error. */
const MAX_DELAY_MS = 5_000
const MAX_DELAYED_RETRIES = 3

/** The wait in milliseconds that a 429 demands; null if it demands none or more than `MAX_DELAY_MS`. */
function serverDelay(error: Error): number | null {
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterMs === null) return null
  return error.retryAfterMs <= MAX_DELAY_MS ? error.retryAfterMs : null
}

/**
 * Whether a failed read is retried: once after a network error or a 5xx, three times after a 429 with a short wait.
 * Other refusals would only be repeated. `failures`: the number of failed tries before this one.
 */
export function shouldRetry(failures: number, error: Error): boolean {
  if (serverDelay(error) !== null) return failures < MAX_DELAYED_RETRIES
  if (failures >= 1 || !(error instanceof ApiError)) return false
  return error.kind === 'network' || (error.kind === 'status' && (error.status ?? 0) >= 500)
}

/** Wait before the retry, in milliseconds. */
export const retryDelay = (error: Error): number => Math.max(serverDelay(error) ?? 0, DEFAULT_DELAY_MS)
