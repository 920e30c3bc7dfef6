import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { can } from '#contract/wire/access.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { NO_CHANGE_HEADERS, type OpenCall, readCall } from '#server/http/call/call.ts'
import { admit } from '#server/http/call/serve.ts'
import type { Admitted } from '#server/http/call/serving.ts'
import type { Doing } from '#server/http/call/session-pace.ts'
import type { FileLinks } from './file-links.ts'

/** How a call is served for which a signed link may stand in for a session. */
export interface LinkedAnswer<E extends EndpointShape> {
  /** What it counts as; unless said a read, and by a link nothing: a page shows fifty pictures by links. */
  readonly doing?: Doing
  /** The session that the address was signed for, if it is such a link, of the kind that this call takes, and still holds. */
  readonly sessionOf: (links: FileLinks, url: string, now: Date) => string | null
  readonly send: (call: OpenCall<E>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** The person whose link it is, if the session that it was made for is live, and they may still make the call; else null. */
async function admitByLink(
  { serving }: FastifyInstance,
  endpoint: EndpointShape,
  session: string | null,
): Promise<Admitted | null> {
  if (session === null) return null
  const user = (await serving.readmit([session], serving.clock())).get(session)
  return user && can(user, endpoint.access) ? { user, session, byLink: true } : null
}

/** Serves a call to people who may make it, and by links to it that were signed for a session: for as long as that lasts. */
export function serveLinked<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  { doing, sessionOf, send }: LinkedAnswer<E>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    onRequest: async (request) => {
      const { links, clock } = app.serving
      const byLink = await admitByLink(app, endpoint, sessionOf(links, request.url, clock()))
      request.identified = byLink
      if (byLink && doing) app.serving.pace(byLink.session, doing, clock())
      request.admitted = byLink ?? (await admit(app, endpoint, request, doing))
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { db, clock } = app.serving
      return send(readCall(endpoint, request, db, NO_CHANGE_HEADERS, clock()), request, reply)
    },
  })
}
