import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointShape, ReplyOf } from '#contract/wire/endpoint.ts'
import { notSignedIn } from '#server/base/problem.ts'
import { type Call, NO_CHANGE_HEADERS } from './call.ts'
import { sendOutcome } from './send-outcome.ts'
import { admit, callOf, outcomeOf } from './serve.ts'
import { withRows } from './with-rows.ts'

/** Handles a batch. It also receives the request, to make each change of the batch as a call of the same user. */
export type BatchHandler<E extends EndpointShape> = (call: Call<E>, request: FastifyRequest) => Promise<ReplyOf<E>>

/** Serves a batch. It has no transaction and no idempotency key of its own: each change in it has both. */
export function serveBatch<E extends EndpointShape>(app: FastifyInstance, endpoint: E, handler: BatchHandler<E>): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    onRequest: async (request) => {
      request.admitted = await admit(app, endpoint, request)
    },
    handler: async (request, reply) => {
      const { admitted } = request
      if (!admitted) throw notSignedIn()
      const { db, clock } = app.serving
      const now = clock()
      const answer = await handler(callOf(endpoint, request, db, NO_CHANGE_HEADERS, admitted, now), request)
      const outcome = await withRows(request, outcomeOf(app, endpoint, answer), admitted, now)
      // The links in the batch's responses are already signed.
      return sendOutcome(request, reply, outcome, null)
    },
  })
}
