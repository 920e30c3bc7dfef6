import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Shorter texts fit into one network packet anyway. */
const WORTH_BYTES = 1400

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Fast settings: a list of 50 drivers shrinks to a fifth in about 1 ms, off the main thread. */
const ENCODINGS = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => zip(text, { level: 5 }),
} as const

export type Encoding = keyof typeof ENCODINGS

/** Compresses a text. */
export const compressText = (text: string, encoding: Encoding): Promise<Buffer> => ENCODINGS[encoding](text)

/** Whether an `Accept-Encoding` header accepts an encoding. */
export function acceptsEncoding(header: string | undefined, encoding: Encoding): boolean {
  const refused = /;\s*q=0(\.0*)?\s*$/
  const offered = (header ?? '').split(',').filter((one) => !refused.test(one))
  return offered.some((one) => one.split(';', 1)[0]?.trim().toLowerCase() === encoding)
}

/** The best of our two encodings that an `Accept-Encoding` header accepts; null when it accepts neither. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  return (['br', 'gzip'] as const).find((encoding) => acceptsEncoding(header, encoding)) ?? null
}

/** Compresses text responses when the client accepts it: most users are on mobile data. */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_BYTES || request.method === 'HEAD') return payload
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    const varies = reply.getHeader('vary')
    reply.header('vary', varies ? `${varies}, Accept-Encoding` : 'Accept-Encoding')
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compressText(payload, encoding)
  })
}
