import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import type { OpenCall } from './call.ts'
import { disposition } from './file-name.ts'
import { serveLinked } from './serve-linked.ts'

/** A file that is made when it is asked for. */
export interface Download {
  readonly name: string
  readonly type: string
  readonly body: string | Readable
}

/** Serves a call that answers a file to save: to whoever may make the call, and to whoever has a signed link to it (`links.to`). */
export function serveDownload<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: OpenCall<E>) => Promise<Download>,
): void {
  serveLinked(app, endpoint, {
    sessionOf: (links, url, now) => links.leads(url, now),
    async send(call, _request, reply) {
      const { name, type, body } = await handler(call)
      return reply.header('content-disposition', disposition('attachment', name)).type(type).send(body)
    },
  })
}
