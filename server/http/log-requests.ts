import type { FastifyInstance } from 'fastify'

/** One line a call: which, how it ended, how long it took. No address, no query, no name. */
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
