import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Admitted } from '#server/http/call/serving.ts'
import { FormBody } from './form-body.ts'

/**
 * How the files of one call are named as uploads. With an `Idempotency-Key` the name follows from the key, the field and
 * the bytes, so that the change sent again finds its file there; without one each call brings a file of its own.
 */
export function uploadNames(key: string | null): (field: string, sha256: string) => string {
  return (field, sha256) => (key === null ? randomUUID() : uuidOf(`${key} ${field} ${sha256}`))
}

/** A UUID that follows from a text: version 8, for which the makers choose the bits. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Forgets the files that came with a call that was refused for good: nobody will name them again. At best: what is left
 * goes when uploads expire.
 */
export async function forgetFiles(app: FastifyInstance, request: FastifyRequest, { user }: Admitted): Promise<void> {
  const { body } = request
  if (!(body instanceof FormBody)) return
  for (const { upload } of body.files) {
    await app.serving
      .forgetUpload({ user: user.id, upload })
      .catch((err: unknown) =>
        request.log.warn({ err }, 'a file of a refused call could not be removed; it goes when it expires'),
      )
  }
}
