import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'
import { NO_STORE_LINE } from './no-store.ts'

/** Adds the proof header to one response, for responses for which Fastify runs no hooks. */
export function setProofHeader(reply: FastifyReply): void {
  reply.header(PROOF_HEADER, PROOF)
}

/** Adds the proof header to all responses, including files and refusals, before a request is read. */
export function setProofHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => setProofHeader(reply))
}

const STATUS_BY_ERROR: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/**
 * Responds to a request that is not valid HTTP or is not complete in time. Node.js provides no request object for it,
 * so the response is written directly to the connection.
 */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  guards: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = STATUS_BY_ERROR[error.code ?? ''] ?? 400
  const body = JSON.stringify({ detail: 'The request could not be read.' })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `${PROOF_HEADER}: ${PROOF}`,
    NO_STORE_LINE,
    ...Object.entries(guards).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
