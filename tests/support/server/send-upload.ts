import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Caller } from './app.ts'

/** Sends one part of an upload. */
export const sendPart = (by: Caller, id: string, bytes: Uint8Array, offset: number, length: number) =>
  by('PATCH', `/api/uploads/${id}/`, {
    body: Buffer.from(bytes),
    headers: {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'upload-length': String(length),
    },
  })

/** Uploads bytes in at most eight parts of at least 700 bytes each. Returns the upload's id. */
export async function sendUpload(by: Caller, bytes: Uint8Array): Promise<string> {
  const id = randomUUID()
  const step = Math.max(700, Math.ceil(bytes.length / 8))
  for (let at = 0; at < bytes.length; at += step) {
    expect((await sendPart(by, id, bytes.subarray(at, at + step), at, bytes.length)).status).toBe(200)
  }
  return id
}
