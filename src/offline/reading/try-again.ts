import { ApiError } from '#src/api/api-error.ts'

const USUAL_WAIT_MS = 500
/** Who is told to wait for longer sees why there is nothing. */
const MAX_WAIT_MS = 5_000
const MAX_WAITS = 3

/** How long the server says to wait before it is asked for more, where that is not long; else null. */
function toldWait(error: Error): number | null {
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterMs === null) return null
  return error.retryAfterMs <= MAX_WAIT_MS ? error.retryAfterMs : null
}

/** Whether a read is tried again, and only where it can help: a refusal stays one. `failures`: so many tries before this one. */
export function isTriedAgain(failures: number, error: Error): boolean {
  if (toldWait(error) !== null) return failures < MAX_WAITS
  if (failures >= 1 || !(error instanceof ApiError)) return false
  return error.kind === 'network' || (error.kind === 'status' && (error.status ?? 0) >= 500)
}

/** After how many milliseconds. */
export const waitBeforeTry = (error: Error): number => Math.max(toldWait(error) ?? 0, USUAL_WAIT_MS)
