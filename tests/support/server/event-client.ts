import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { EventParser } from '#src/api/event-parser.ts'

interface ReceivedEvent {
  readonly event: string
  readonly data: unknown
}

/** A client of `GET /api/events/` that records the events. */
export interface EventClient {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The events so far, without the rest of the stream. */
  readonly received: readonly ReceivedEvent[]
  /** The whole text of the stream so far. */
  readonly text: () => string
  readonly lastEventId: () => string | null
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>
  readonly close: () => void
}

export interface ListenOptions {
  readonly lastEventId?: string
  readonly past?: number
  /** Whether the client wants the changed rows too. */
  readonly rows?: boolean
  /** The encodings that the client accepts, for example `br, gzip`. */
  readonly encodings?: string
}

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = { br: createBrotliDecompress, gzip: createGunzip }

/** Opens the event stream with an access token and reads until it ends. The caller closes it. */
export function listenAs(
  app: FastifyInstance,
  access: string,
  { past, rows, ...headers }: ListenOptions = {},
): Promise<EventClient> {
  const query = new URLSearchParams({ ...(past !== undefined && { past: `${past}` }), ...(rows && { rows: 'true' }) })
  return readStreamAs(app, access, `/api/events/?${query}`, headers)
}

/** Requests a stream of events with an access token and reads until it ends. The caller closes it. */
export async function readStreamAs(
  app: FastifyInstance,
  access: string,
  url: string,
  { lastEventId, encodings }: Pick<ListenOptions, 'lastEventId' | 'encodings'> = {},
): Promise<EventClient> {
  const answer = await app.inject({
    method: 'GET',
    url,
    headers: {
      authorization: `Bearer ${access}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...(encodings !== undefined && { 'accept-encoding': encodings }),
    },
    payloadAsStream: true,
  })
  const parser = new EventParser()
  const received: ReceivedEvent[] = []
  let text = ''
  const unpack = DECOMPRESSORS[String(answer.headers['content-encoding'])]
  const body = answer.stream()
  const stream = (unpack ? pipeline(body, unpack(), () => undefined) : body).setEncoding('utf8')
  stream.on('data', (piece: string) => {
    text += piece
    received.push(...parser.take(piece).map(({ event, data }) => ({ event, data: JSON.parse(data) })))
  })
  const ended = new Promise<void>((resolve) => stream.once('end', resolve))
  return {
    status: answer.statusCode,
    headers: answer.headers,
    received,
    text: () => text,
    lastEventId: () => parser.lastEventId,
    ended,
    close: () => body.destroy(),
  }
}
