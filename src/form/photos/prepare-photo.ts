import { MAX_PHOTO_BYTES, PHOTO_REFUSALS, unsupportedPictureFormat } from '#contract/files/photo-rules.ts'
import { photoRefusal } from '#contract/files/pictures.ts'
import { PHOTOS_UNSUPPORTED } from './file-refused.ts'
import type { FileSource } from './file-source.ts'

/** The number of bytes that identify a file's type. */
const BEGINNING_BYTES = 16

/**
 * Prepares a photo for storing and sending: its content is checked, it is upright, small and without the camera's
 * metadata. Throws an error with a message for the user.
 */
export async function preparePhoto(file: File, source: FileSource): Promise<File> {
  if (typeof FileReader === 'undefined') throw new Error(PHOTOS_UNSUPPORTED)
  // The size limit does not apply to camera photos: they often exceed 5 MB, and users can't choose a smaller one.
  const size = source === 'file' ? file.size : 0
  const beginning = await beginningOf(file)
  // This browser may read formats that others can't. Such a picture becomes a JPEG.
  const refusal = unsupportedPictureFormat(beginning) === null ? photoRefusal(beginning, size) : tooLarge(size)
  if (refusal !== null) throw new Error(refusal)
  // Loaded on demand: few users who see a photo change it.
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
