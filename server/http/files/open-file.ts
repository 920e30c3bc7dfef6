import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '#server/http/call/etag.ts'

/** Error codes for a path without a file. `ENAMETOOLONG`: the name is longer than a file name can be. */
const NOT_FOUND_CODES: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

/**
 * Opens a file to send. A file that replaces it meanwhile does not affect the response. Null when the path is not a
 * file.
 */
export async function openFile(path: string): Promise<FileHandle | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (NOT_FOUND_CODES.has(error.code ?? '')) return null
    throw error
  })
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return null
}

export const etagOf = ({ size, mtimeMs }: Stats): string => `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`

/** Sets the entity tag, and returns whether the browser already has this version. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  return matchesEtag(request.headers['if-none-match'], etag)
}
