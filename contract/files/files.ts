import * as z from 'zod/mini'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'

const MB = 1024 * 1024
/** The most bytes of one upload, and of a file that a device stores in two copies. */
export const MAX_UPLOAD_BYTES = 10 * MB

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** The last part of the path under which a photo's thumbnail is served. */
export const THUMBNAIL = 'thumbnail.webp'

/**
 * The URL of a photo's thumbnail; the signature of the photo is valid for it too. For an older photo without a
 * thumbnail, the server sends the whole photo. Other URLs (a file that only the device has) stay unchanged.
 */
export function thumbnailOf(path: string): string {
  return path.replace(/^(\/api\/files\/[0-9a-f-]{36}\/)[^/?#]+/, `$1${THUMBNAIL}`)
}

const hasBytesAt = (bytes: Uint8Array, at: number, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[at + index] === byte)
const charCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))

/** The type of an image, from its first bytes and not from its name; null for anything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (hasBytesAt(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (hasBytesAt(bytes, 0, [0x89, ...charCodes('PNG\r\n'), 0x1a, 0x0a])) return 'image/png'
  if (hasBytesAt(bytes, 0, charCodes('RIFF')) && hasBytesAt(bytes, 8, charCodes('WEBP'))) return 'image/webp'
  return null
}

const fileName = z.guid()
/** A file in a change: an upload, by the id that the device gave it. */
export const uploadRef = z.object({ upload: fileName })
/** A file that the same record had before, by its id: undoes a change of the file. */
const previousFileRef = z.object({ file: fileName })
export const fileRef = z.union([uploadRef, previousFileRef])
export type FileRef = z.output<typeof fileRef>

/** The id of a file, from its path in a record (`/api/files/{id}/{name}`, with or without a query). */
export function fileIdOf(path: string | null): string | null {
  return /^\/api\/files\/([0-9a-f-]{36})\//.exec(path ?? '')?.[1] ?? null
}

/** A whole number as text, in a header or a query. */
const wholeNumber = (least: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,12}$/, 'A whole number is required.')),
    z.pipe(z.transform(Number), z.int().check(z.minimum(least))),
  )

const uploadParam = z.object({
  id: z.pipe(
    z.guid('Enter a valid UUID.'),
    z.transform((id: string) => id.toLowerCase()),
  ),
})
const progress = z.object({
  /** The bytes that the server has, from the first one without a gap. */
  offset: z.int(),
  /** The bytes of the whole file. */
  length: z.int(),
})

export const uploadEndpoints = {
  send: endpoint({
    name: 'uploads.send',
    summary:
      'Upload the next bytes of a file, at most 1 MB, under a UUID chosen by the device. A wrong offset gets 409 with the right `offset`.',
    method: 'PATCH',
    path: '/api/uploads/:id/',
    access: signedIn,
    params: uploadParam,
    headers: z.object({ 'upload-offset': wholeNumber(0), 'upload-length': wholeNumber(1) }),
    bytes: 'body',
    reply: progress,
  }),
  find: endpoint({
    name: 'uploads.find',
    summary: 'How much of an upload the server has; 404 if it has nothing.',
    method: 'GET',
    path: '/api/uploads/:id/',
    access: signedIn,
    params: uploadParam,
    reply: progress,
  }),
}

export const fileEndpoints = {
  read: endpoint({
    name: 'files.read',
    summary:
      "A file of a record, for users who may view the record, or by the signed link in the record's response. `thumbnail.webp` is the small version of a photo.",
    method: 'GET',
    path: '/api/files/:id/:name/',
    access: signedIn,
    params: z.object({ id: uploadParam.shape.id, name: z.string() }),
    query: z.object({
      /** The time until which the link is valid, in seconds since 1970. */
      expires: z.optional(wholeNumber(0)),
      signature: z.optional(z.string()),
    }),
    bytes: 'reply',
    reply: null,
  }),
}
