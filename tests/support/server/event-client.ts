import type { FastifyInstance } from 'fastify'
import { EventParser } from '#src/api/event-parser.ts'

interface Heard {
  readonly event: string
  readonly data: unknown
}

/** A client of `GET /api/events/` that writes down what it hears. */
export interface EventClient {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** What came so far, with everything else of the stream left out. */
  readonly heard: readonly Heard[]
  /** All text that came so far. */
  readonly text: () => string
  readonly lastEventId: () => string | null
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  readonly close: () => void
}

export interface Listening {
  readonly lastEventId?: string
  readonly past?: number
}

/** Begins to listen with an access token; reads until the stream ends. Close it when done. */
export async function listenAs(
  app: FastifyInstance,
  access: string,
  { lastEventId, past }: Listening = {},
): Promise<EventClient> {
  const answer = await app.inject({
    method: 'GET',
    url: `/api/events/${past === undefined ? '' : `?past=${past}`}`,
    headers: { authorization: `Bearer ${access}`, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    payloadAsStream: true,
  })
  const parser = new EventParser()
  const heard: Heard[] = []
  let text = ''
  const stream = answer.stream().setEncoding('utf8')
  stream.on('data', (piece: string) => {
    text += piece
    heard.push(...parser.take(piece).map(({ event, data }) => ({ event, data: JSON.parse(data) })))
  })
  const ended = new Promise<void>((resolve) => stream.once('end', resolve))
  return {
    status: answer.statusCode,
    headers: answer.headers,
    heard,
    text: () => text,
    lastEventId: () => parser.lastEventId,
    ended,
    close: () => stream.destroy(),
  }
}
