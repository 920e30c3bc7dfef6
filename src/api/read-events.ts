import { type EndpointShape, type EventOf, pathOf } from '#contract/wire/endpoint.ts'
import { readAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { ask } from './ask.ts'
import { EventParser, type ServerEvent } from './event-parser.ts'
import { orLeft } from './until-left.ts'

/** How long the server may take to begin, and then, to give a sign of life: it gives one every 20 s. Milliseconds. */
const OPEN_MS = 15_000
const SILENT_MS = 50_000

export interface ReadEvents<E extends EndpointShape> {
  readonly token: string
  /** Where an earlier stream stopped; null for none. */
  readonly lastEventId: string | null
  readonly query?: Readonly<Record<string, number>>
  readonly signal: AbortSignal
  readonly onOpen: () => void
  /** What came in one piece, with the position after it; also without events, when only the position is new. */
  readonly onEvents: (events: readonly EventOf<E>[], lastEventId: string | null) => void
}

/** What a stream said of itself when it ended. */
export interface StreamEnd {
  /** How long the server asks to wait before coming back, in milliseconds; null when it said nothing. */
  readonly retryMs: number | null
}

/**
 * Reads a stream of events until the server ends it. Throws an `ApiError` when it can't be had, breaks off, or is silent
 * for too long, and the signal's own reason when the caller aborts. Events that this version does not know are left out.
 * An EventSource would do all this but send a token.
 */
export async function readEvents<const E extends EndpointShape>(
  endpoint: E,
  options: ReadEvents<E>,
): Promise<StreamEnd> {
  const silence = silenceGuard(OPEN_MS)
  const signal = orLeft(AbortSignal.any([options.signal, silence.signal]))
  const parser = new EventParser()
  parser.lastEventId = options.lastEventId
  try {
    const body = await open(endpoint, options, signal)
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    silence.wait(SILENT_MS)
    options.onOpen()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { retryMs: parser.retryMs }
      silence.wait(SILENT_MS)
      const events = parser.take(value).flatMap((event) => known(endpoint, event))
      options.onEvents(events, parser.lastEventId)
    }
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof ApiError) throw error
    throw new ApiError(silence.signal.aborted ? 'timeout' : 'network', { cause: error })
  } finally {
    silence.stop()
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
  const response = await ask(url, { headers, signal, cache: 'no-store' }, 'person')
  // Refusals are judged as those of any other call.
  if (!response.ok || response.redirected) await readAnswer(endpoint, response, { now: Date.now() })
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
    throw new ApiError('not_ours')
  }
  return response.body
}

function known<E extends EndpointShape>(endpoint: E, { event, data }: ServerEvent): readonly EventOf<E>[] {
  const parsed = endpoint.events?.[event]?.safeParse(jsonOf(data))
  // The schema is the one that `EventOf` is made of.
  return parsed?.success ? [{ event, data: parsed.data } as EventOf<E>] : []
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Aborts its signal when it is not told in time to wait anew. */
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
