import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'
import { NO_STORE_LINE } from './no-store.ts'

/** Puts the proof on one answer: for those that no hook is run for. */
export function prove(reply: FastifyReply): void {
  reply.header(PROOF_HEADER, PROOF)
}

/** Puts the proof on all answers of the app, files and refusals too: before anything of a request is read. */
export function proveAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => prove(reply))
}

const STATUS: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what is no HTTP, or does not come to its end in time: Node.js has no request for it, only the connection. */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  guards: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = STATUS[error.code ?? ''] ?? 400
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
