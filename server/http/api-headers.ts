import type { FastifyInstance } from 'fastify'

/**
 * Restricts API responses to pages of this origin, and adds the request id, which finds the request in the server's
 * log.
 */
export function setApiHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cross-origin-resource-policy')) reply.header('cross-origin-resource-policy', 'same-origin')
    reply.header('x-request-id', request.id)
  })
}
