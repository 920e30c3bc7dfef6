import type { FastifyInstance, FastifyReply } from 'fastify'

const NO_STORE = 'private, no-store'
/** The header as a line, for what is written to a connection itself. */
export const NO_STORE_LINE = `cache-control: ${NO_STORE}`
/** For events, which nothing on their way may hold back, put together or shrink. */
export const NO_STORE_AS_IT_IS = `${NO_STORE}, no-transform`

/**
 * Data of the company stays in no cache but the app's own, which is sealed and knows its tags: a 304 is asked for by the app
 * itself. For an answer that no hook is run for.
 */
export function storeNowhere(reply: FastifyReply): void {
  reply.header('cache-control', NO_STORE)
}

/** Says so of all answers of the app, before anything of a request is read. What any cache may keep says that itself. */
export function storeAnswersNowhere(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => storeNowhere(reply))
}
