import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from '#server/http/call/etag.ts'

/** What the disk says of a path that is no file; the last: a name longer than any file's can be. */
const NO_SUCH_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

/** Opens a file to be sent: what takes its place meanwhile does not change what is on its way. Null when there is none. */
export async function openFile(path: string): Promise<FileHandle | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (NO_SUCH_FILE.has(error.code ?? '')) return null
    throw error
  })
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return null
}

export const etagOf = ({ size, mtimeMs }: Stats): string => `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`

/** Names what is sent, and answers whether the browser has it already. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  return isKnown(request.headers['if-none-match'], etag)
}
