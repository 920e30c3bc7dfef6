import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROWS_PREFERENCE } from '#contract/wire/prefer-rows.ts'
import { acceptedEncoding } from '../compress.ts'
import type { Outcome } from './answer.ts'
import type { CompressedAnswer } from './compressed-answer.ts'
import { matchesEtag, weakEtag } from './etag.ts'

/** Sends a shared response. It is the same for all users, so it contains no links signed for a session. */
async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  shared: CompressedAnswer,
): Promise<FastifyReply> {
  reply.headers({ etag: shared.etag, vary: 'Authorization, Accept-Encoding' })
  if (matchesEtag(request.headers['if-none-match'], shared.etag)) return reply.code(304).send()
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  reply.type('application/json; charset=utf-8')
  if (encoding === null) return reply.send(Buffer.from(shared.text))
  return reply.header('content-encoding', encoding).send(await shared.encoded(encoding))
}

/**
 * Sends an outcome with its headers. A list has a weak ETag of its text, and 304 answers a client that has the same
 * text. A record's ETag is its version, for `If-Match`. A record is never answered with 304: it also shows names and
 * units, which change without changing its version. Links to files are signed for `session`; null leaves them unsigned.
 */
export function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  session: string | null,
): FastifyReply | Promise<FastifyReply> {
  if (outcome.shared) return sendShared(request, reply, outcome.shared)
  reply.code(outcome.status)
  if (outcome.replayed) reply.header('idempotency-replayed', 'true')
  if (outcome.etag) reply.header('etag', outcome.etag)
  if (outcome.hasRows) reply.header('preference-applied', ROWS_PREFERENCE)
  if (outcome.cookie) reply.header('set-cookie', outcome.cookie)
  if (outcome.text === null) return reply.send()
  const { links, clock } = request.server.serving
  // Signed now, not when the response was made or stored: stored links would have expired.
  const text = session === null ? outcome.text : links.signFiles(outcome.text, session, clock())
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && outcome.status === 200) {
    reply.header('vary', 'Authorization')
    if (!outcome.etag) {
      const etag = weakEtag(text)
      reply.header('etag', etag)
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    }
  }
  return reply.type('application/json; charset=utf-8').send(text)
}
