import { type EndpointShape, type EventOf, pathOf } from '#contract/wire/endpoint.ts'
import { readAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { EventParser, type ServerEvent } from './event-parser.ts'
import { fetchVerified } from './fetch-verified.ts'
import { orLeave } from './leave-signal.ts'
import { noteReceived, noteRequest } from './traffic.ts'

/**
 * How long the server may take to open the stream, and between signs of life (it sends one every 20 s). Milliseconds.
 */
const OPEN_MS = 15_000
const SILENT_MS = 50_000

export interface ReadEvents<E extends EndpointShape> {
  readonly token: string
  /** Where an earlier stream stopped; null without one. */
  readonly lastEventId: string | null
  readonly query?: Readonly<Record<string, number | string>>
  readonly signal: AbortSignal
  readonly onOpen: () => void
  /**
   * The events of one piece, and the position after it. Also called without events, when at most the position changed.
   * More is read when it resolves.
   */
  readonly onEvents: (events: readonly EventOf<E>[], lastEventId: string | null) => void | Promise<void>
}

/** The server's instructions at the end of a stream. */
export interface StreamEnd {
  /** How long the server asks to wait before reconnecting, in milliseconds; null when it names no time. */
  readonly retryMs: number | null
}

/**
 * Reads a stream of events until the server ends it. Throws an `ApiError` when the stream can't be opened, breaks off
 * or is silent for too long, and the signal's own reason when the caller aborts. Events that this version does not know
 * are skipped. An EventSource could do the same, except send a token.
 */
export async function readEvents<const E extends EndpointShape>(
  endpoint: E,
  options: ReadEvents<E>,
): Promise<StreamEnd> {
  const silence = silenceGuard(OPEN_MS)
  const over = new AbortController()
  const signal = orLeave(AbortSignal.any([options.signal, silence.signal, over.signal]))
  const parser = new EventParser()
  parser.lastEventId = options.lastEventId
  try {
    noteRequest(endpoint)
    const body = await open(endpoint, options, signal)
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    silence.wait(SILENT_MS)
    options.onOpen()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { retryMs: parser.retryMs }
      silence.wait(SILENT_MS)
      noteReceived(endpoint, value.length)
      const events = parser.take(value).flatMap((event) => parseKnownEvent(endpoint, event))
      await options.onEvents(events, parser.lastEventId)
      silence.wait(SILENT_MS)
    }
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof ApiError) throw error
    throw new ApiError(silence.signal.aborted ? 'timeout' : 'network', { cause: error })
  } finally {
    silence.stop()
    // Closes the connection when `onEvents` has failed.
    over.abort()
  }
}

async function open<E extends EndpointShape>(
  endpoint: E,
  { token, lastEventId, query }: ReadEvents<E>,
  signal: AbortSignal,
): Promise<ReadableStream<BufferSource>> {
  const headers = new Headers({ accept: 'text/event-stream', authorization: `Bearer ${token}` })
  if (lastEventId !== null) headers.set('last-event-id', lastEventId)
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
  const url = `${globalThis.location.origin}${pathOf(endpoint)}${search.size > 0 ? `?${search}` : ''}`
  const response = await fetchVerified(url, { headers, signal, cache: 'no-store' }, 'user')
  // Refusals are handled as in any other call.
  if (!response.ok || response.redirected) await readAnswer(endpoint, response, { now: Date.now() })
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
    throw new ApiError('not_ours')
  }
  return response.body
}

function parseKnownEvent<E extends EndpointShape>(endpoint: E, { event, data }: ServerEvent): readonly EventOf<E>[] {
  const parsed = endpoint.events?.[event]?.safeParse(jsonOf(data))
  // `EventOf` is derived from the same schema.
  return parsed?.success ? [{ event, data: parsed.data } as EventOf<E>] : []
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Aborts its signal unless `wait` is called again in time. */
function silenceGuard(firstMs: number) {
  const control = new AbortController()
  const giveUp = () => control.abort()
  let timer = setTimeout(giveUp, firstMs)
  return {
    signal: control.signal,
    wait(milliseconds: number) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, milliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}
