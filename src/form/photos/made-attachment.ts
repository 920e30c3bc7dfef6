import {
  ATTACHMENT_REFUSALS,
  attachmentRefusal,
  attachmentTypeOf,
  MAX_ATTACHMENT_BYTES,
  nameAs,
  safeName,
} from '#contract/files/attachments.ts'
import { imageTypeOf } from '#contract/files/files.ts'
import { foreignPictureOf } from '#contract/files/pictures.ts'
import { FileRefused } from './file-refused.ts'
import { type Location, locationOf } from './photo-location.ts'
import { type Bounds, shrunkPhoto } from './shrink-photo.ts'

/** Where a file comes from: chosen among files, or just taken. */
export type FileSource = 'file' | 'camera'

/** A file as it is kept and sent. */
export interface MadeAttachment {
  /** A picture small and without its location; anything else byte for byte. */
  readonly file: File
  /** Tells whether another file was the same before it was made small. */
  readonly digest: string
  /** Where the picture was taken, as far as it said. */
  readonly location: Location | null
}

/** Under 600 kB, with its location in it as well. */
const ATTACHED_PHOTO: Bounds = { longestSide: 2048, under: 595_000, type: ATTACHMENT_REFUSALS.type }

/**
 * A file made ready to be attached: judged by its own content, and pictures made small. Chosen files are judged as they
 * are; of what a camera has just taken nobody can choose a smaller one, so that counts once it is small. In a worker, or
 * on the page. Throws FileRefused.
 */
export async function madeAttachment(given: File, source: FileSource): Promise<MadeAttachment> {
  if (source === 'file' && given.size > MAX_ATTACHMENT_BYTES) throw new FileRefused(ATTACHMENT_REFUSALS.size)
  const bytes = await bytesOf(given)
  if (foreignPictureOf(bytes) !== null) return madeOfForeign(given, bytes)
  const picture = imageTypeOf(bytes)
  // All that is no picture is as large when it is sent.
  const willShrink = picture !== null && source === 'camera'
  const refusal = attachmentRefusal(
    given.name,
    bytes,
    willShrink ? Math.min(bytes.length, MAX_ATTACHMENT_BYTES) : undefined,
  )
  if (refusal !== null) throw new FileRefused(refusal)
  const digest = await digestOf(given, bytes)
  const type = attachmentTypeOf(bytes)
  const name = type === null ? given.name : nameAs(type, given.name)
  const file = new File([bytes], safeName(name), { type: type ?? given.type })
  if (picture === null) return { file, digest, location: null }
  const location = picture === 'image/jpeg' ? locationOf(bytes) : null
  return { file: await shrunkPhoto(file, ATTACHED_PHOTO), digest, location }
}

/** A picture that only some browsers can read: where this one can, a JPEG is made of it here. It keeps no location. */
async function madeOfForeign(given: File, bytes: Uint8Array<ArrayBuffer>): Promise<MadeAttachment> {
  const file = new File([bytes], safeName(given.name), { type: given.type })
  const shrunk = await shrunkPhoto(file, ATTACHED_PHOTO)
  return { file: shrunk, digest: await digestOf(given, bytes), location: null }
}

/** Read once: what another app lent may be gone a moment later. */
async function bytesOf(given: File): Promise<Uint8Array<ArrayBuffer>> {
  const content = await given.arrayBuffer().catch((cause: unknown) => {
    throw new FileRefused(`"${given.name}" can't be read. Choose it again.`, { cause })
  })
  return new Uint8Array(content)
}

/** By the bytes; where the browser has no means for that (a page without https), by what the file says of itself. */
async function digestOf({ name, size, lastModified }: File, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (globalThis.crypto.subtle === undefined) return `${name}/${size}/${lastModified}`
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
