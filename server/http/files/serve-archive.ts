import type { FileHandle } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setNoStore } from '../no-store.ts'
import { byteRange } from './byte-range.ts'
import { etagOf, isUnchanged, openFile } from './open-file.ts'

/** The path at which the app finds the operator's archive of map tiles. */
export const ARCHIVE_PATH = '/map/basemap.pmtiles'

const HEADERS = {
  'accept-ranges': 'bytes',
  // Parts of the archive are requested over and over. A client with parts of an older archive notices by the entity
  // tag.
  'cache-control': 'public, max-age=3600',
  'content-type': 'application/vnd.pmtiles',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * Serves an archive of map tiles, which can have many gigabytes, in the requested parts and directly from the disk. It
 * needs no session: the map is public and contains no company data. A replaced file is served from then on.
 * @param path the file's absolute path
 */
export function serveArchive(app: FastifyInstance, path: string): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: ARCHIVE_PATH,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const file = await openFile(path)
      if (file) return sendPart(request, reply, file)
      app.log.warn('the archive of map tiles is gone')
      return reply.code(404).send()
    },
  })
}

/** Sends the requested part of an open file, and closes the file. */
async function sendPart(request: FastifyRequest, reply: FastifyReply, file: FileHandle): Promise<FastifyReply> {
  const stats = await file.stat()
  const { size } = stats
  const etag = etagOf(stats)
  const withoutBody = async (status: number, headers: Readonly<Record<string, string | number>>) => {
    await file.close()
    return reply.code(status).headers(headers).send()
  }
  reply.headers(HEADERS)
  if (isUnchanged(request, reply, etag)) return withoutBody(304, {})
  if (request.method === 'HEAD' || size === 0) return withoutBody(200, { 'content-length': size })
  const range = byteRange(requestedRange(request, etag), size)
  if (range === 'none') {
    setNoStore(reply)
    return withoutBody(416, { 'content-range': `bytes */${size}` })
  }
  const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
  return reply.header('content-length', last - first + 1).send(file.createReadStream({ start: first, end: last }))
}

/** The requested range. With an `If-Range` that names another version, the whole file is requested instead. */
function requestedRange({ headers }: FastifyRequest, etag: string): string | undefined {
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? headers.range : undefined
}
