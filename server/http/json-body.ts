import type { FastifyInstance } from 'fastify'

/** The type of a body that is a part of a file. */
const PART = 'application/offset+octet-stream'

/**
 * JSON bodies come as the bytes they are: the fingerprint of a change is made of them, and they are parsed only where
 * the refusal of a malformed one can be told by the contract. Every other type of content is a 415.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Bodies that are bytes, as they came; bounded like all others. Every other type of content is a 415. */
export function readByteBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PART, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
