import { pipeline, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { notSignedIn } from '#server/base/problem.ts'
import { type Call, NO_CHANGE_HEADERS } from './call/call.ts'
import { admit, callOf } from './call/serve.ts'
import { acceptsEncoding, type Encoding } from './compress.ts'
import { EventStream, type StreamKind } from './event-stream.ts'
import { NO_STORE_NO_TRANSFORM } from './no-store.ts'

/**
 * About 40 kB of memory for each stream, because there may be thousands. Rows of different lists about the same record
 * repeat most of their words, so even a small window makes them a third as long.
 */
const GZIP = { windowBits: 13, memLevel: 4, chunkSize: 4096, flush: constants.Z_SYNC_FLUSH } as const

/**
 * For the few streams with long events: pages of a list repeat the words of the pages before. The window is half a
 * megabyte. A stream costs about 3 MB of memory, twice as much as with gzip, and sends a quarter less.
 */
const BULK_BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 19 },
}
const BULK_GZIP = { level: 6, flush: constants.Z_SYNC_FLUSH } as const

/** How a stream of each kind may be compressed, the best first. Each event is complete as soon as it is sent. */
const COMPRESSORS: Readonly<Record<StreamKind, readonly (readonly [Encoding, () => Transform])[]>> = {
  live: [['gzip', () => createGzip(GZIP)]],
  bulk: [
    ['br', () => createBrotliCompress(BULK_BROTLI)],
    ['gzip', () => createGzip(BULK_GZIP)],
  ],
}

/**
 * Starts writing to the stream; the response is sent after the handler resolves. `lastEventId`: as the client sent it.
 */
export type StreamHandler<E extends EndpointShape> = (
  call: Call<E> & { readonly lastEventId: string | null },
  stream: EventStream<E>,
  request: FastifyRequest,
) => Promise<void>

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': NO_STORE_NO_TRANSFORM,
  'x-accel-buffering': 'no',
} as const

/**
 * Serves an endpoint that responds with server-sent events. Session, access and input are checked as for any other
 * call. A handler that throws before it resolves causes an ordinary refusal.
 */
export function serveStream<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: StreamHandler<E>,
  kind: StreamKind = 'live',
): void {
  app.route({
    method: 'GET',
    url: endpoint.path.slice(app.prefix.length),
    onRequest: async (request) => {
      request.admitted = await admit(app, endpoint, request)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { admitted } = request
      if (!admitted) throw notSignedIn()
      const { db, clock, checkReplies } = app.serving
      const call = callOf(endpoint, request, db, NO_CHANGE_HEADERS, admitted, clock())
      reply.headers(HEADERS)
      if (request.method === 'HEAD') return reply.send('')
      const stream = new EventStream(endpoint, checkReplies, kind)
      const id = request.headers['last-event-id']
      try {
        await handler({ ...call, lastEventId: typeof id === 'string' && id !== '' ? id : null }, stream, request)
      } catch (error) {
        stream.destroy()
        throw error
      }
      const accepted = COMPRESSORS[kind].find(([encoding]) =>
        acceptsEncoding(request.headers['accept-encoding'], encoding),
      )
      if (accepted === undefined) return reply.send(stream)
      const [encoding, compressor] = accepted
      // An error ends both: the client reconnects.
      return reply.header('content-encoding', encoding).send(pipeline(stream, compressor(), () => undefined))
    },
  })
}
