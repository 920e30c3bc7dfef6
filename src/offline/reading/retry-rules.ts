import { ApiError } from '#src/api/api-error.ts'

const DEFAULT_DELAY_MS = 500
/** Who is told to wait for longer sees why there is nothing. */
const MAX_DELAY_MS = 5_000
const MAX_DELAYED_RETRIES = 3

/** How long the server says to wait before it is asked for more, where that is not long; else null. */
function serverDelay(error: Error): number | null {
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterMs === null) return null
  return error.retryAfterMs <= MAX_DELAY_MS ? error.retryAfterMs : null
}

/** Whether a read is tried again, and only where it can help: a refusal stays one. `failures`: so many tries before this one. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (serverDelay(error) !== null) return failures < MAX_DELAYED_RETRIES
  if (failures >= 1 || !(error instanceof ApiError)) return false
  return error.kind === 'network' || (error.kind === 'status' && (error.status ?? 0) >= 500)
}

/** After how many milliseconds. */
export const retryDelay = (error: Error): number => Math.max(serverDelay(error) ?? 0, DEFAULT_DELAY_MS)
