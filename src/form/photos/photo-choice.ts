import { foreignPictureOf, MAX_PHOTO_BYTES, PHOTO_REFUSALS, photoRefusal } from '#contract/files/pictures.ts'
import { PHOTOS_UNSUPPORTED } from './file-refused.ts'
import type { FileSource } from './made-attachment.ts'

/** Enough of a file to tell what it is. */
const BEGINNING_BYTES = 16

/**
 * The photo as it is kept on this device and sent: judged by its content, upright, small, and without what a camera
 * writes beside it. Throws an Error whose message is for the person.
 */
export async function photoOf(file: File, source: FileSource): Promise<File> {
  if (typeof FileReader === 'undefined') throw new Error(PHOTOS_UNSUPPORTED)
  // Nobody can choose a smaller one of what a camera has just taken, and its pictures often have more than 5 MB.
  const size = source === 'file' ? file.size : 0
  const beginning = await beginningOf(file)
  // What other browsers can't read this one may: then a JPEG is made of it.
  const refusal = foreignPictureOf(beginning) === null ? photoRefusal(beginning, size) : tooLarge(size)
  if (refusal !== null) throw new Error(refusal)
  // Few who look at a photo choose another one: the work is loaded when they do.
  const { photoWork } = await import('./photo-work.ts')
  const photo = await photoWork.do({ make: 'avatar', file })
  if (photo.size > MAX_PHOTO_BYTES) throw new Error(PHOTO_REFUSALS.size)
  return photo
}

const tooLarge = (size: number) => (size > MAX_PHOTO_BYTES ? PHOTO_REFUSALS.size : null)

async function beginningOf(file: File): Promise<Uint8Array> {
  const bytes = await file
    .slice(0, BEGINNING_BYTES)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new Error(`"${file.name}" can't be read. Choose it again.`, { cause })
    })
  return new Uint8Array(bytes)
}
