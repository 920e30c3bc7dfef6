import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * How much of a refused request is read at most: more bytes than any call accepts, for as long as a slow sender needs.
 */
export const DRAIN_LIMITS = { bytes: 128 * 1024 * 1024, ms: 10_000 } as const

const hasMore = ({ complete, readableEnded, headers, destroyed }: IncomingMessage) =>
  !complete &&
  !readableEnded &&
  !destroyed &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)

/** Reads and discards the rest of a request. Resolves at its end, when the sender disconnects, or at a limit. */
function drain(request: IncomingMessage, limits: { readonly bytes: number; readonly ms: number }): Promise<void> {
  return new Promise((resolve) => {
    let remainingBytes = limits.bytes
    const end = () => {
      clearTimeout(timer)
      request.off('data', count).off('end', end).off('close', end).off('error', end)
      resolve()
    }
    const count = (chunk: Buffer) => {
      remainingBytes -= chunk.length
      if (remainingBytes < 0) end()
    }
    const timer = setTimeout(end, limits.ms)
    request.on('data', count).on('end', end).on('close', end).on('error', end)
    request.resume()
  })
}

/**
 * Reads the rest of each request before its response is sent, and discards it, within limits. Otherwise an early
 * refusal is lost: clients read the response only after they have sent everything, and the closed connection interrupts
 * them.
 */
export function drainRequests(
  app: FastifyInstance,
  limits: { readonly bytes: number; readonly ms: number } = DRAIN_LIMITS,
): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (hasMore(request.raw)) await drain(request.raw, limits)
    return payload
  })
}
