import sharp from 'sharp'
import { PHOTO_REFUSALS } from '#contract/files/photo-rules.ts'
import { MAX_PIXELS, photoRefusal, tooManyPixels, unreadableReason } from '#contract/files/pictures.ts'
import { createGate } from '#server/base/gate.ts'

/** Longest side of a stored photo in pixels: the profile shows 308 pixels, doubled for high-density screens. */
const PHOTO_SIDE = 616
/** Side of a thumbnail in pixels: a card shows 90 pixels, doubled for high-density screens. */
const THUMBNAIL_SIDE = 180
const MAX_SECONDS = 10

// One picture at a time, on one thread, without a cache: this needs memory for one picture and leaves a core for
// requests. Each waiting picture holds up to 5 MB in memory.
const runInGate = createGate(1, 20)
sharp.concurrency(1)
sharp.cache(false)
// Only these three readers ever see the bytes, whatever format the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** The bytes are not an acceptable photo. `refusal` is the reason, as shown to the user. */
export class NoPhoto extends Error {
  override readonly name = 'NoPhoto'
  readonly refusal: string
  constructor(refusal: string, cause?: unknown) {
    super(refusal, { cause })
    this.refusal = refusal
  }
}

/** The two stored versions of a photo, both WebP. */
export interface DevelopedPhoto {
  /** The whole picture, no side longer than 616 pixels. */
  readonly photo: Uint8Array
  /** The center of the picture, 180 pixels square; smaller when the picture itself is smaller. */
  readonly thumbnail: Uint8Array
}

/**
 * Converts a picture to the versions that screens show: upright, in sRGB, without metadata about place, time and
 * camera. Of an animation only the first frame is used. Throws `NoPhoto` for bytes that are not a photo, and
 * `QueueIsFull` when too many pictures wait.
 */
export async function developPhoto(bytes: Uint8Array): Promise<DevelopedPhoto> {
  const refusal = photoRefusal(bytes)
  if (refusal !== null) throw new NoPhoto(refusal)
  return runInGate(async () => {
    const { width, height } = await rejectUnreadable(bytes, sharp(bytes, { limitInputPixels: false }).metadata())
    if (width * height > MAX_PIXELS) throw new NoPhoto(tooManyPixels(width, height))
    return {
      photo: await resizePicture(bytes, PHOTO_SIDE, 'inside'),
      thumbnail: await resizePicture(bytes, THUMBNAIL_SIDE, 'cover'),
    }
  })
}

function resizePicture(bytes: Uint8Array, side: number, fit: 'inside' | 'cover'): Promise<Uint8Array> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit, withoutEnlargement: true })
    .webp()
    .timeout({ seconds: MAX_SECONDS })
  return rejectUnreadable(bytes, picture.toBuffer())
}

/**
 * Turns every reader error into `NoPhoto`: for bytes in memory, an error means a broken file or one built to keep the
 * reader busy.
 */
async function rejectUnreadable<T>(bytes: Uint8Array, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (cause) {
    throw new NoPhoto(unreadableReason(PHOTO_REFUSALS.type, bytes), cause)
  }
}
