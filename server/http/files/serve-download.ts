import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import { notSignedIn } from '#server/base/problem.ts'
import { requestSource } from '#server/base/request-source.ts'
import type { OpenCall } from '#server/http/call/call.ts'
import { disposition } from './file-name.ts'
import { serveLinked } from './serve-linked.ts'

/** A file that is made when it is asked for. */
export interface Download {
  readonly name: string
  readonly type: string
  readonly body: string | Readable
  /** What it is, and how much of it, as the security log tells it. */
  readonly told: { readonly what: string } & ({ readonly rows: number } | { readonly files: number })
}

/**
 * Serves a call that answers a file to save: to people who may make the call, and by a signed link to it (`links.to`). It is in
 * the security log before the first byte leaves.
 */
export function serveDownload<E extends EndpointShape>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: OpenCall<E>) => Promise<Download>,
): void {
  serveLinked(app, endpoint, {
    doing: 'downloads',
    sessionOf: (links, url, now) => links.leads(url, now),
    async send(call, request, reply) {
      const { name, type, body, told } = await handler(call)
      if (request.method !== 'HEAD') await noteExport(app, request, told)
      return reply.header('content-disposition', disposition('attachment', name)).type(type).send(body)
    },
  })
}

async function noteExport(app: FastifyInstance, request: FastifyRequest, told: Download['told']): Promise<void> {
  const { db, clock, note } = app.serving
  const { admitted } = request
  if (admitted === null) throw notSignedIn()
  const source = requestSource(request, admitted.session)
  await note(db, source, { kind: 'exported', at: clock(), actor: admitted.user.id, subject: null, detail: told })
}
