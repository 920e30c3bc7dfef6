import sharp from 'sharp'
import { MAX_PIXELS, PHOTO_REFUSALS, photoRefusal, tooManyPixels, unreadable } from '#contract/files/pictures.ts'
import { createGate } from '#server/base/gate.ts'

/** The longer side of a photo: the 308 pixels of the profile, on a screen of double density. */
const PHOTO_SIDE = 616
/** The 90 pixels of a card, likewise. */
const THUMBNAIL_SIDE = 180
const MAX_SECONDS = 10

// One picture after another, on one thread, and nothing kept between them: memory for one, and a core left for answers.
// Those that wait have their 5 MB each in memory.
const inTurn = createGate(1, 20)
sharp.concurrency(1)
sharp.cache(false)
// Whatever bytes claim to be, no reader but these three ever sees them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** Why bytes are no photo, in the words for the person. */
export class NoPhoto extends Error {
  override readonly name = 'NoPhoto'
  readonly refusal: string
  constructor(refusal: string, cause?: unknown) {
    super(refusal, { cause })
    this.refusal = refusal
  }
}

/** A photo as it is kept, twice, both WebP. */
export interface Developed {
  /** The whole picture, no side longer than 616 pixels. */
  readonly photo: Uint8Array
  /** Its middle, 180 pixels square; less where the picture itself is smaller. */
  readonly thumbnail: Uint8Array
}

/**
 * Makes of a picture what the screens show: upright, in sRGB, without a word of where, when and by what it was taken; of
 * an animation the first frame. Throws `NoPhoto` for bytes that are none, and `LineIsFull` when too many wait.
 */
export async function developPhoto(bytes: Uint8Array): Promise<Developed> {
  const refusal = photoRefusal(bytes)
  if (refusal !== null) throw new NoPhoto(refusal)
  return inTurn(async () => {
    const { width, height } = await readable(bytes, sharp(bytes, { limitInputPixels: false }).metadata())
    if (width * height > MAX_PIXELS) throw new NoPhoto(tooManyPixels(width, height))
    return { photo: await shrunk(bytes, PHOTO_SIDE, 'inside'), thumbnail: await shrunk(bytes, THUMBNAIL_SIDE, 'cover') }
  })
}

function shrunk(bytes: Uint8Array, side: number, fit: 'inside' | 'cover'): Promise<Uint8Array> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit, withoutEnlargement: true })
    .webp()
    .timeout({ seconds: MAX_SECONDS })
  return readable(bytes, picture.toBuffer())
}

/** Of bytes in memory the reader complains for one reason: they are broken, or made to keep it busy. */
async function readable<T>(bytes: Uint8Array, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (cause) {
    throw new NoPhoto(unreadable(PHOTO_REFUSALS.type, bytes), cause)
  }
}
