import type { FastifyInstance, FastifyReply } from 'fastify'

const NO_STORE = 'private, no-store'
/** The header as a line, for responses written directly to a connection. */
export const NO_STORE_LINE = `cache-control: ${NO_STORE}`
/** For event streams: nothing between server and client may buffer, combine or compress them. */
export const NO_STORE_NO_TRANSFORM = `${NO_STORE}, no-transform`

/**
 * Keeps the response out of every HTTP cache. Company data belongs only in the app's own storage, which is sealed and
 * knows the entity tags; the app itself sends `If-None-Match`. Call it for responses for which Fastify runs no hooks.
 */
export function setNoStore(reply: FastifyReply): void {
  reply.header('cache-control', NO_STORE)
}

/** Sets the header on all responses, before a request is read. Responses that may be cached replace it. */
export function setNoStoreByDefault(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => setNoStore(reply))
}
