import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** More than any body that a call takes, and no more time than a sender who still gets on needs. */
export const HEARD = { bytes: 128 * 1024 * 1024, ms: 10_000 } as const

const hasMore = ({ complete, readableEnded, headers, destroyed }: IncomingMessage) =>
  !complete &&
  !readableEnded &&
  !destroyed &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

/** Resolves once all of a request has come, its sender has gone, or more has come than is listened to. Nothing of it is kept. */
function rest(request: IncomingMessage, most: { readonly bytes: number; readonly ms: number }): Promise<void> {
  return new Promise((resolve) => {
    let room = most.bytes
    const end = () => {
      clearTimeout(timer)
      request.off('data', count).off('end', end).off('close', end).off('error', end)
      resolve()
    }
    const count = (chunk: Buffer) => {
      room -= chunk.length
      if (room < 0) end()
    }
    const timer = setTimeout(end, most.ms)
    request.on('data', count).on('end', end).on('close', end).on('error', end)
    request.resume()
  })
}

/**
 * A refusal that leaves while its request still comes is lost: the connection breaks under the sender, who reads only once
 * all is written. So what still comes is heard out before any answer, within bounds, and dropped.
 */
export function hearOut(app: FastifyInstance, most: { readonly bytes: number; readonly ms: number } = HEARD): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (hasMore(request.raw)) await rest(request.raw, most)
    return payload
  })
}
