import {
  ATTACHMENT_REFUSALS,
  attachmentRefusal,
  attachmentTypeOf,
  MAX_ATTACHMENT_BYTES,
} from '#contract/files/attachments.ts'
import { nameWithEnding, safeName } from '#contract/files/file-names.ts'
import { imageTypeOf } from '#contract/files/files.ts'
import { unsupportedPictureFormat } from '#contract/files/photo-rules.ts'
import { FileRefused } from './file-refused.ts'
import type { FileSource } from './file-source.ts'
import { type Location, locationOf } from './photo-location.ts'
import { type Bounds, shrinkPhoto } from './shrink-photo.ts'

/** A prepared file, as it is stored and sent. */
export interface PreparedAttachment {
  /** A picture is shrunk and has no location; other files are unchanged. */
  readonly file: File
  /** The digest of the original file: recognizes the same file. */
  readonly digest: string
  /** The location stored in the picture; null for none. */
  readonly location: Location | null
}

/** The limits keep a photo under 600 kB, location included. */
const ATTACHED_PHOTO: Bounds = { longestSide: 2048, under: 595_000, type: ATTACHMENT_REFUSALS.type }

/**
 * Prepares a file for attaching: checks its content and shrinks pictures. The size limit applies to chosen files as
 * they are, and to camera photos after shrinking, because users can't choose a smaller one. Runs in a worker or on the
 * page. Throws `FileRefused`.
 */
export async function prepareAttachment(original: File, source: FileSource): Promise<PreparedAttachment> {
  if (source === 'file' && original.size > MAX_ATTACHMENT_BYTES) throw new FileRefused(ATTACHMENT_REFUSALS.size)
  const bytes = await bytesOf(original)
  if (unsupportedPictureFormat(bytes) !== null) return convertForeignPicture(original, bytes)
  const picture = imageTypeOf(bytes)
  // Only camera pictures are shrunk before the size is checked.
  const willShrink = picture !== null && source === 'camera'
  const refusal = attachmentRefusal(
    original.name,
    bytes,
    willShrink ? Math.min(bytes.length, MAX_ATTACHMENT_BYTES) : undefined,
  )
  if (refusal !== null) throw new FileRefused(refusal)
  const digest = await digestOf(original, bytes)
  const type = attachmentTypeOf(bytes)
  const name = type === null ? original.name : nameWithEnding(type, original.name)
  const file = new File([bytes], safeName(name), { type: type ?? original.type })
  if (picture === null) return { file, digest, location: null }
  const location = picture === 'image/jpeg' ? locationOf(bytes) : null
  return { file: await shrinkPhoto(file, ATTACHED_PHOTO), digest, location }
}

/**
 * Converts a picture format that only some browsers can read into a JPEG, if this browser can. The location is dropped.
 */
async function convertForeignPicture(original: File, bytes: Uint8Array<ArrayBuffer>): Promise<PreparedAttachment> {
  const file = new File([bytes], safeName(original.name), { type: original.type })
  const shrunk = await shrinkPhoto(file, ATTACHED_PHOTO)
  return { file: shrunk, digest: await digestOf(original, bytes), location: null }
}

/** Reads the file once: a file from another app may be gone a moment later. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const content = await file.arrayBuffer().catch((cause: unknown) => {
    throw new FileRefused(`"${file.name}" can't be read. Choose it again.`, { cause })
  })
  return new Uint8Array(content)
}

/** The digest of the bytes. Without https browsers have no digests, so name, size and modification time are used. */
async function digestOf({ name, size, lastModified }: File, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (globalThis.crypto.subtle === undefined) return `${name}/${size}/${lastModified}`
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
