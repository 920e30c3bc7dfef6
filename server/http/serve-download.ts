import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import { NO_CHANGE_HEADERS, type OpenCall, readCall } from './call.ts'
import { disposition } from './file-name.ts'
import { admit } from './serve.ts'

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
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    onRequest: async (request) => {
      const { links, clock } = app.serving
      if (!links.leads(request.url, clock())) request.admitted = await admit(app, endpoint, request)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { db, clock } = app.serving
      const { name, type, body } = await handler(readCall(endpoint, request, db, NO_CHANGE_HEADERS, clock()))
      return reply.header('content-disposition', disposition('attachment', name)).type(type).send(body)
    },
  })
}
