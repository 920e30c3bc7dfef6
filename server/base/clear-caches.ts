import type { FastifyInstance } from 'fastify'

/** Has the browser forget what its own cache has of this server. It listens to it on https, and on its own machine. */
export const CLEAR_CACHES = { 'clear-site-data': '"cache"' } as const

/** Adds it to the answers of an app's calls that did what they were asked to. */
export function clearCaches(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode < 300) reply.headers(CLEAR_CACHES)
  })
}
