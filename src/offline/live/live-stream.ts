import type { EventOf } from '#contract/wire/endpoint.ts'
import { eventEndpoints } from '#contract/wire/events.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Credentials } from '#src/api/call.ts'
import { readEvents } from '#src/api/read-events.ts'
import { noteHeard, setLiveState } from './live-state.ts'

export type LiveEvent = EventOf<typeof eventEndpoints.stream>

export interface StreamPorts {
  readonly credentials: Credentials
  /** Resolves when the server can be reached, as far as the app knows. */
  readonly online: (signal: AbortSignal) => Promise<void>
  /**
   * Calls `listener` when the server can be reached again: the stream has probably died unnoticed during the outage.
   */
  readonly onBackOnline: (listener: () => void) => () => void
  /** Checks whether the server can be reached, after the stream broke or was silent. */
  readonly probe: () => Promise<unknown>
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** A random number from 0 to 1, so that a yard full of tablets does not reconnect at the same moment. */
  readonly random: () => number
  /** The event to continue after; null to start a new stream. */
  readonly lastEventId: () => string | null
  /** For a new stream: how far back it starts, in seconds, because the data on screen is that old. */
  readonly pastSeconds: () => number
  /** The stream has begun: all changes after this moment are sent on it. Called before the first of them. */
  readonly onBegin: () => void
  readonly onEvents: (events: readonly LiveEvent[], lastEventId: string | null) => void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
/** The wait after a 4xx response: the server has no such call, or a proxy blocks streams. */
const REFUSED_WAIT_MS = 5 * 60_000
/** A stream that lasted this long resets the count of failures. */
const STABLE_AFTER_MS = 10_000

/** When to try again; null to stop. */
type NextAttempt = { readonly ms: number } | null

/** Keeps the event stream open until the signal is aborted. Reconnects after a break, with increasing waits. */
export async function keepListening(ports: StreamPorts, signal: AbortSignal): Promise<void> {
  let failures = 0
  try {
    for (;;) {
      await ports.online(signal)
      const startedAt = performance.now()
      const wait = await listenOnce(ports, failures, signal)
      if (wait === null) return
      failures = performance.now() - startedAt >= STABLE_AFTER_MS ? 0 : failures + 1
      await ports.pause(wait.ms, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function listenOnce(ports: StreamPorts, failures: number, signal: AbortSignal): Promise<NextAttempt> {
  const token = ports.credentials.token()
  if (token === null) return null
  const lastEventId = ports.lastEventId()
  const outage = new AbortController()
  const stopWatching = ports.onBackOnline(() => outage.abort())
  let hasBegun = false
  setLiveState('opening')
  try {
    const { retryMs } = await readEvents(eventEndpoints.stream, {
      token,
      lastEventId,
      query: { rows: 'true', ...(lastEventId === null && { past: ports.pastSeconds() }) },
      signal: AbortSignal.any([signal, outage.signal]),
      onOpen: () => setLiveState('open'),
      onEvents: (events, position) => {
        if (!hasBegun) ports.onBegin()
        hasBegun = true
        noteHeard()
        ports.onEvents(events, position)
      },
    })
    setLiveState('away')
    return { ms: jittered(ports, Math.max(retryMs ?? 0, backoff(failures))) }
  } catch (error) {
    signal.throwIfAborted()
    setLiveState('away')
    if (outage.signal.aborted) return { ms: 0 }
    if (!(error instanceof ApiError)) throw error
    return afterFailure(ports, error, token, failures)
  } finally {
    stopWatching()
  }
}

async function afterFailure(
  ports: StreamPorts,
  error: ApiError,
  token: string,
  failures: number,
): Promise<NextAttempt> {
  if (error.status === 401) {
    const outcome = await ports.credentials.refresh(token)
    // No one is signed in any more; the session informs the rest of the app.
    if (outcome === 'refused') return null
    return { ms: outcome === 'refreshed' && failures === 0 ? 0 : jittered(ports, backoff(failures)) }
  }
  if (error.status !== null && error.status < 500 && error.status !== 429) return { ms: REFUSED_WAIT_MS }
  if (error.status === null) await ports.probe()
  return { ms: Math.max(error.retryAfterMs ?? 0, jittered(ports, backoff(failures))) }
}

const backoff = (failures: number) => Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
const jittered = ({ random }: StreamPorts, ms: number) => ms / 2 + (random() * ms) / 2
