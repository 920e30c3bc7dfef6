import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { can } from '#contract/wire/access.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { NO_CHANGE_HEADERS, type OpenCall, readCall } from '#server/http/call/call.ts'
import { admit } from '#server/http/call/serve.ts'
import type { AdmittedUser } from '#server/http/call/serving.ts'
import type { Activity } from '#server/http/call/session-throttle.ts'
import type { FileLinks } from './file-links.ts'

/** How to serve an endpoint that accepts a signed link instead of an access token. */
export interface LinkedCall<E extends EndpointShape> {
  /**
   * The activity to count. By default a call with a token counts as a read; one by link does not count: pages show 50
   * images.
   */
  readonly activity?: Activity
  /** The session of the link; null when the address is not a valid link of the kind that this endpoint accepts. */
  readonly sessionOf: (links: FileLinks, url: string, now: Date) => string | null
  readonly send: (call: OpenCall<E>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** The user of a link's session; null unless the session is live and the user may still make the call. */
async function admitByLink(
  { serving }: FastifyInstance,
  endpoint: EndpointShape,
  session: string | null,
): Promise<AdmittedUser | null> {
  if (session === null) return null
  const user = (await serving.readmit([session], serving.clock())).get(session)
  return user && can(user, endpoint.access) ? { user, session, byLink: true } : null
}

/** Serves an endpoint to users who may call it, and by links that were signed for a session, as long as it is live. */
export function serveLinked<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  { activity, sessionOf, send }: LinkedCall<E>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    onRequest: async (request) => {
      const { links, clock } = app.serving
      const byLink = await admitByLink(app, endpoint, sessionOf(links, request.url, clock()))
      request.identified = byLink
      if (byLink && activity) app.serving.throttle(byLink.session, activity, clock())
      request.admitted = byLink ?? (await admit(app, endpoint, request, activity))
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { db, clock } = app.serving
      return send(readCall(endpoint, request, db, NO_CHANGE_HEADERS, clock()), request, reply)
    },
  })
}
