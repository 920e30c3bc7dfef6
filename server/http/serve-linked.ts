import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/endpoint.ts'
import { NO_CHANGE_HEADERS, type OpenCall, readCall } from './call.ts'
import type { FileLinks } from './file-links.ts'
import { admit } from './serve.ts'

/** How a call is served for which a signed link may stand in for a session. */
export interface LinkedAnswer<E extends EndpointShape> {
  /** Whether the address is such a link, of the kind that this call takes, and still holds. */
  readonly isLink: (links: FileLinks, url: string, now: Date) => boolean
  readonly send: (call: OpenCall<E>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Serves a call to whoever may make it, and to whoever has a signed link to it: then `request.admitted` is null. */
export function serveLinked<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  { isLink, send }: LinkedAnswer<E>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    onRequest: async (request) => {
      const { links, clock } = app.serving
      if (!isLink(links, request.url, clock())) request.admitted = await admit(app, endpoint, request)
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { db, clock } = app.serving
      return send(readCall(endpoint, request, db, NO_CHANGE_HEADERS, clock()), request, reply)
    },
  })
}
