import type { FastifyInstance } from 'fastify'

/** Makes the browser clear its HTTP cache for this server. Browsers obey it over https and on localhost. */
export const CLEAR_CACHES = { 'clear-site-data': '"cache"' } as const

/** Adds the header to every successful response of `app`. */
export function clearCaches(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode < 300) reply.headers(CLEAR_CACHES)
  })
}
