import type { FastifyInstance } from 'fastify'

/** Answers of calls are for pages of this host alone, and can be told apart in the server's log. */
export function setApiHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cross-origin-resource-policy')) reply.header('cross-origin-resource-policy', 'same-origin')
    reply.header('x-request-id', request.id)
  })
}
