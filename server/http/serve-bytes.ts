import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#contract/current-user.ts'
import type { EndpointShape } from '#contract/endpoint.ts'
import { NO_CHANGE_HEADERS, type OpenCall, readCall } from './call.ts'
import { disposition } from './file-name.ts'
import { admit } from './serve.ts'

/** A file to be sent. What has its id never changes. */
export interface FileAnswer {
  readonly id: string
  readonly name: string
  /** By content: the browser is told not to guess. */
  readonly type: string
  readonly open: () => Promise<{ readonly size: number; readonly stream: Readable }>
}
/** `viewer` is null when a signed link stands in for a session. */
export interface FileCall<E extends EndpointShape> extends OpenCall<E> {
  readonly viewer: CurrentUser | null
}

/** Serves a call that answers a file: to signed-in people, and to whoever has its signed link. */
export function serveFile<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: FileCall<E>) => Promise<FileAnswer>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    onRequest: async (request) => {
      const { links, clock } = app.serving
      if (links.holds(request.url, clock()) === null) request.admitted = await admit(app, endpoint, request)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { db, clock, links } = app.serving
      const now = clock()
      const call = readCall(endpoint, request, db, NO_CHANGE_HEADERS, now)
      const file = await handler({ ...call, viewer: request.admitted?.user ?? null })
      const left = links.holds(request.url, now)
      reply.headers({
        etag: `"${file.id}"`,
        'cache-control': left === null ? 'private, no-cache' : `private, max-age=${left}, immutable`,
        vary: 'Authorization',
      })
      if (request.headers['if-none-match'] === `"${file.id}"`) return reply.code(304).send()
      const { size, stream } = await file.open()
      return reply
        .headers({ 'content-length': size, 'content-disposition': disposition('inline', file.name) })
        .type(file.type)
        .send(stream)
    },
  })
}
