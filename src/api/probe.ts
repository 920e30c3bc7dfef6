import { ApiError } from './api-error.ts'
import { fetchVerified } from './fetch-verified.ts'
import { retryAfterFreeze } from './leave-signal.ts'
import { silenceLimitMs } from './silence.ts'

/** The longest wait for a response, in milliseconds. */
const MAX_MS = 15_000

/** The address that tells whether the server is up. Opened as a page, it is the sign-in page of a captive portal. */
export const HEALTH_PATH = '/api/health/'

type Found = 'there' | 'not_there' | 'portal'

async function lookForServer(limit: AbortSignal): Promise<Found> {
  try {
    return await retryAfterFreeze(async (signal) => {
      const url = `${globalThis.location.origin}${HEALTH_PATH}`
      const response = await fetchVerified(url, { cache: 'no-store', signal }, 'public')
      const body: unknown = response.ok ? await response.json() : null
      const isUp = typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
      return isUp ? 'there' : 'not_there'
    }, limit)
  } catch (error) {
    // No response, or none from the server: the result of the probe.
    return isOfPortal(error) ? 'portal' : 'not_there'
  }
}

/** A portal responds to everything with a page of its own. A proxy in front of a stopped server fails with a 5xx. */
function isOfPortal(error: unknown): boolean {
  const response = error instanceof ApiError && error.kind === 'not_ours' ? error.cause : null
  return response instanceof Response && response.status < 400 && !isJson(response)
}
const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') === true

/**
 * Checks whether the server is up. `silent`: no response within the silence limit; if the "ok" arrives later, `onLate`
 * receives how long it took, in milliseconds. `portal`: the response is another site's page, such as the
 * sign-in page of a Wi-Fi. `not_there`: any other response than "ok", or a failed request. Never throws.
 */
export function probe(onLate: (tookMs: number) => void): Promise<Found | 'silent'> {
  const requestedAt = performance.now()
  const answer = lookForServer(AbortSignal.timeout(MAX_MS))
  return new Promise((resolve) => {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      resolve('silent')
    }, silenceLimitMs())
    void answer.then((found) => {
      clearTimeout(timer)
      if (isOver && found === 'there') onLate(performance.now() - requestedAt)
      resolve(found)
    })
  })
}
