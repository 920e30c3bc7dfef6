import type { FastifyInstance } from 'fastify'

/** A year, in seconds. Only this host: its operator may have others that are not ready for it. */
const HSTS = 'max-age=31536000'

/** Has browsers come over https alone from now on, with every answer. */
export function insistOnHttps(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('strict-transport-security', HSTS)
  })
}
