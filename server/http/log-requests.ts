import type { FastifyInstance } from 'fastify'

/**
 * Logs one line for each call: route, status, duration in ms, user id. It contains no address, no query and no name.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      call: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: request.admitted?.user.id,
    }
    request.log.info(line, 'answered')
  })
}
