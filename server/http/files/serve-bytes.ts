import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { OpenCall } from '#server/http/call/call.ts'
import { disposition } from './file-name.ts'
import { serveLinked } from './serve-linked.ts'

/** A file to send. The content of an id never changes. */
export interface FileAnswer {
  readonly id: string
  readonly name: string
  /** The content type, determined from the bytes: browsers are not allowed to guess. */
  readonly type: string
  readonly open: () => Promise<{ readonly size: number; readonly stream: Readable }>
}
/** `viewer` is null when a signed link replaces the access token. */
export interface FileCall<E extends EndpointShape> extends OpenCall<E> {
  readonly viewer: CurrentUser | null
}

const viewerOf = ({ admitted }: FastifyRequest) => (admitted && !admitted.byLink ? admitted.user : null)

/** Serves an endpoint that returns a stored file: to signed-in users, and to holders of a signed link to the file. */
export function serveFile<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: FileCall<E>) => Promise<FileAnswer>,
): void {
  serveLinked(app, endpoint, {
    sessionOf: (links, url, now) => links.sessionOfFile(url, now),
    async send(call, request, reply) {
      const file = await handler({ ...call, viewer: viewerOf(request) })
      reply.headers({ etag: `"${file.id}"`, vary: 'Authorization' })
      if (request.headers['if-none-match'] === `"${file.id}"`) return reply.code(304).send()
      const { size, stream } = await file.open()
      return reply
        .headers({ 'content-length': size, 'content-disposition': disposition('inline', file.name) })
        .type(file.type)
        .send(stream)
    },
  })
}
