import type { EventOf } from '#contract/wire/endpoint.ts'
import { eventEndpoints } from '#contract/wire/events.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Credentials } from '#src/api/call.ts'
import { readEvents } from '#src/api/read-events.ts'
import { setLiveState } from './live-state.ts'

export type LiveEvent = EventOf<typeof eventEndpoints.stream>

export interface StreamPorts {
  readonly credentials: Credentials
  /** Resolves when the server can be reached, as far as anybody knows. */
  readonly online: (signal: AbortSignal) => Promise<void>
  /** Calls `listener` when it can be reached again: a stream from before that has likely died unseen. */
  readonly onBackOnline: (listener: () => void) => () => void
  /** Asks whether it still can be: the stream broke, or was silent. */
  readonly probe: () => Promise<unknown>
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1: so that a yard full of tablets does not come back at one moment. */
  readonly random: () => number
  /** Where to go on from. */
  readonly lastEventId: () => string | null
  /** Without that: the age of what is shown, in seconds. */
  readonly pastSeconds: () => number
  readonly onEvents: (events: readonly LiveEvent[], lastEventId: string | null) => void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
/** A server that has no such call, or a proxy that lets no stream through, is not asked again soon. */
const REFUSED_WAIT_MS = 5 * 60_000
/** A stream that lasted so long has shown that streams work. */
const GOOD_MS = 10_000

/** How a try ended: the time to wait before the next one, or null when there is no sense in one. */
type Wait = { readonly ms: number } | null

/** Keeps a stream of events open until the signal ends it: comes back after a break, later and later. */
export async function keepListening(ports: StreamPorts, signal: AbortSignal): Promise<void> {
  let failures = 0
  try {
    for (;;) {
      await ports.online(signal)
      const began = performance.now()
      const wait = await listenOnce(ports, failures, signal)
      if (wait === null) return
      failures = performance.now() - began >= GOOD_MS ? 0 : failures + 1
      await ports.pause(wait.ms, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function listenOnce(ports: StreamPorts, failures: number, signal: AbortSignal): Promise<Wait> {
  const token = ports.credentials.token()
  if (token === null) return null
  const lastEventId = ports.lastEventId()
  const outage = new AbortController()
  const stopWatching = ports.onBackOnline(() => outage.abort())
  setLiveState('opening')
  try {
    const { retryMs } = await readEvents(eventEndpoints.stream, {
      token,
      lastEventId,
      ...(lastEventId === null && { query: { past: ports.pastSeconds() } }),
      signal: AbortSignal.any([signal, outage.signal]),
      onOpen: () => setLiveState('open'),
      onEvents: ports.onEvents,
    })
    setLiveState('away')
    return { ms: spread(ports, Math.max(retryMs ?? 0, backoff(failures))) }
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

async function afterFailure(ports: StreamPorts, error: ApiError, token: string, failures: number): Promise<Wait> {
  if (error.status === 401) {
    const outcome = await ports.credentials.refresh(token)
    // Nobody is signed in any more: the session tells the rest of the app.
    if (outcome === 'refused') return null
    return { ms: outcome === 'refreshed' && failures === 0 ? 0 : spread(ports, backoff(failures)) }
  }
  if (error.status !== null && error.status < 500 && error.status !== 429) return { ms: REFUSED_WAIT_MS }
  if (error.status === null) await ports.probe()
  return { ms: Math.max(error.retryAfterMs ?? 0, spread(ports, backoff(failures))) }
}

const backoff = (failures: number) => Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
const spread = ({ random }: StreamPorts, milliseconds: number) => milliseconds / 2 + (random() * milliseconds) / 2
