import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AdmittedUser } from '#server/http/call/serving.ts'
import { FormBody } from './form-body.ts'

/**
 * Returns the function that names the uploads of one call's files. With an `Idempotency-Key`, the name follows from
 * key, field and bytes, so that a repeated change finds its file. Without a key, each call creates new uploads.
 */
export function uploadNames(key: string | null): (field: string, sha256: string) => string {
  return (field, sha256) => (key === null ? randomUUID() : uuidOf(`${key} ${field} ${sha256}`))
}

/** A UUID derived from a text: version 8, whose bits are free for the application to choose. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Deletes the files of a finally refused call: no change will ever use them. Best effort: files that remain are deleted
 * when their uploads expire.
 */
export async function discardFormFiles(
  app: FastifyInstance,
  request: FastifyRequest,
  { user }: AdmittedUser,
): Promise<void> {
  const { body } = request
  if (!(body instanceof FormBody)) return
  for (const { upload } of body.files) {
    await app.serving
      .discardUpload({ user: user.id, upload })
      .catch((err: unknown) =>
        request.log.warn({ err }, 'a file of a refused call could not be removed; it goes when it expires'),
      )
  }
}
