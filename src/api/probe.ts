import { fetchVerified } from './fetch-verified.ts'
import { retryAfterFreeze } from './leave-signal.ts'
import { silenceLimitMs } from './silence.ts'

/** The longest wait for a response, in milliseconds. */
const MAX_MS = 15_000

async function isServerUp(limit: AbortSignal): Promise<boolean> {
  try {
    return await retryAfterFreeze(async (signal) => {
      const url = `${globalThis.location.origin}/api/health/`
      const response = await fetchVerified(url, { cache: 'no-store', signal }, 'public')
      const body: unknown = response.ok ? await response.json() : null
      return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
    }, limit)
  } catch {
    // No response, or none from the server: the result of the probe.
    return false
  }
}

/**
 * Checks whether the server is up. `silent`: no response within the silence limit; if the "ok" arrives later, `onLate`
 * receives how long it took, in milliseconds. `not_there`: any response other than "ok", or a failed request. Never
 * throws.
 */
export function probe(onLate: (tookMs: number) => void): Promise<'there' | 'silent' | 'not_there'> {
  const requestedAt = performance.now()
  const answer = isServerUp(AbortSignal.timeout(MAX_MS))
  return new Promise((resolve) => {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      resolve('silent')
    }, silenceLimitMs())
    void answer.then((isOk) => {
      clearTimeout(timer)
      if (isOver && isOk) onLate(performance.now() - requestedAt)
      resolve(isOk ? 'there' : 'not_there')
    })
  })
}
