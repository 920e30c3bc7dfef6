import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { notSignedIn } from '#server/base/problem.ts'
import { requestSource } from '#server/base/request-source.ts'
import type { OpenCall } from '#server/http/call/call.ts'
import { disposition } from './file-name.ts'
import { serveLinked } from './serve-linked.ts'

/** A file that is generated on request. */
export interface Download {
  readonly name: string
  readonly type: string
  readonly body: string | Readable
  /** Content and amount of the download, for the security log. */
  readonly logDetail: { readonly what: string } & ({ readonly rows: number } | { readonly files: number })
}

/**
 * Serves an endpoint that returns a generated file to save: to users who may make the call, and by a signed link to it
 * (`links.signPath`). The download is in the security log before its first byte is sent.
 */
export function serveDownload<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: OpenCall<E>) => Promise<Download>,
): void {
  serveLinked(app, endpoint, {
    activity: 'downloads',
    sessionOf: (links, url, now) => links.sessionOfPath(url, now),
    async send(call, request, reply) {
      const { name, type, body, logDetail } = await handler(call)
      if (request.method !== 'HEAD') await logExport(app, request, logDetail)
      return reply.header('content-disposition', disposition('attachment', name)).type(type).send(body)
    },
  })
}

async function logExport(
  app: FastifyInstance,
  request: FastifyRequest,
  logDetail: Download['logDetail'],
): Promise<void> {
  const { db, clock, addSecurityEvent } = app.serving
  const { admitted } = request
  if (admitted === null) throw notSignedIn()
  const source = requestSource(request, admitted.session)
  await addSecurityEvent(db, source, {
    kind: 'exported',
    at: clock(),
    actor: admitted.user.id,
    subject: null,
    detail: logDetail,
  })
}
