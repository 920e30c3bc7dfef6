import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepted } from '../compress.ts'
import type { Outcome } from './answer.ts'
import { isKnown, weakEtag } from './etag.ts'
import type { StoredAnswer } from './stored-answer.ts'

/** Sends what is ready to be sent: it is the same for all, so it has no links that are signed for one. */
async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: StoredAnswer): Promise<FastifyReply> {
  reply.headers({ etag: kept.etag, vary: 'Authorization, Accept-Encoding' })
  if (isKnown(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
  const encoding = accepted(request.headers['accept-encoding'])
  reply.type('application/json; charset=utf-8')
  if (encoding === null) return reply.send(Buffer.from(kept.text))
  return reply.header('content-encoding', encoding).send(await kept.encoded(encoding))
}

/**
 * Sends an outcome with its headers. Lists carry a weak ETag of their text and answer 304 to who has them already.
 * A record's ETag is its version, for `If-Match`; it answers no 304, because a record also shows names and units that
 * change without it. Links to files are signed for the `session`; for none
 * where the person may not follow them.
 */
export function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  session: string | null,
): FastifyReply | Promise<FastifyReply> {
  if (outcome.kept) return sendKept(request, reply, outcome.kept)
  reply.code(outcome.status)
  if (outcome.replayed) reply.header('idempotency-replayed', 'true')
  if (outcome.etag) reply.header('etag', outcome.etag)
  if (outcome.cookie) reply.header('set-cookie', outcome.cookie)
  if (outcome.text === null) return reply.send()
  const { links, clock } = request.server.serving
  // Now, not when the answer was made or stored: a link that has expired would be no use.
  const text = session === null ? outcome.text : links.sign(outcome.text, session, clock())
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && outcome.status === 200) {
    reply.header('vary', 'Authorization')
    if (!outcome.etag) {
      const etag = weakEtag(text)
      reply.header('etag', etag)
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    }
  }
  return reply.type('application/json; charset=utf-8').send(text)
}
