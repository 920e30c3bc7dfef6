import { PHOTO_REFUSALS } from '#contract/files/photo-rules.ts'
import { unreadableReason } from '#contract/files/pictures.ts'
import { FileRefused, PHOTOS_UNSUPPORTED } from './file-refused.ts'

/** The limits of a shrunk photo. */
export interface Bounds {
  /** In pixels. */
  readonly longestSide: number
  /** The photo has fewer bytes than this. */
  readonly under: number
  /** The message for a file whose format can't be read. */
  readonly type: string
}
/** Twice the 616 pixels of the server's version, so the server loses no quality. */
export const AVATAR: Bounds = { longestSide: 1232, under: Number.POSITIVE_INFINITY, type: PHOTO_REFUSALS.type }

/** The shorter side of a usual photo (4:3) then has the 180 pixels of the server's small version. */
export const SMALL: Bounds = { longestSide: 240, under: 16_000, type: PHOTO_REFUSALS.type }

/** JPEG qualities, the best first. The last one is also used when the photo must be made narrower. */
const QUALITIES = [0.85, 0.75, 0.65, 0.55] as const
const WORST = 0.55
const NARROWER = 0.8

interface Size {
  readonly width: number
  readonly height: number
}
type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D
interface Canvas {
  readonly context: Context | null
  readonly encoded: (type: string, quality: number) => Promise<Blob | null>
}
interface Picture extends Size {
  readonly source: CanvasImageSource
  readonly release: () => void
}

/**
 * Encodes a photo again: upright, within its limits, and without metadata (time, place, camera). The result is a JPEG.
 * A transparent picture becomes a WebP if the browser can write it, otherwise a PNG. Runs in a worker or on the page.
 * Throws `FileRefused` for files that are not pictures; other errors (this thread can't draw) have messages for the
 * user too.
 */
export async function shrinkPhoto(file: File, bounds: Bounds): Promise<File> {
  const picture = await decodePicture(file, bounds)
  try {
    const photo = await encodeWithin(bounds, picture)
    return new File([photo], nameOf(file.name, photo.type), { type: photo.type })
  } finally {
    picture.release()
  }
}

/** The largest allowed size with the same aspect ratio; never larger than the original. */
export function fitSize({ width, height }: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The best version under the byte limit: first with lower quality, then narrower. */
async function encodeWithin({ longestSide, under }: Bounds, picture: Picture): Promise<Blob> {
  let side = longestSide
  for (let qualities: readonly number[] = QUALITIES; ; qualities = [WORST]) {
    const size = fitSize(picture, side)
    const encoded = drawPicture(picture, size)
    for (const quality of qualities) {
      const photo = await encoded(quality)
      if (photo.size < under || (size.width === 1 && size.height === 1)) return photo
      // PNG has no quality setting.
      if (photo.type === 'image/png') break
    }
    side = Math.max(1, Math.floor(Math.max(size.width, size.height) * NARROWER))
  }
}

/** Draws the picture in a size. Returns a function that encodes it with a quality. */
function drawPicture(picture: Picture, size: Size): (quality: number) => Promise<Blob> {
  const canvas = canvasOf(size)
  const { context } = canvas
  if (context === null) throw new Error(PHOTOS_UNSUPPORTED)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture.source, 0, 0, size.width, size.height)
  const type = isOpaque(context, size) ? 'image/jpeg' : 'image/webp'
  return async (quality) => {
    const photo = await canvas.encoded(type, quality)
    if (photo === null) throw new Error(PHOTOS_UNSUPPORTED)
    return photo
  }
}

/** Decodes the picture upright: a rotated camera stores its orientation in the metadata. */
async function decodePicture(file: File, { type }: Bounds): Promise<Picture> {
  if (typeof createImageBitmap === 'undefined') return decodeAsElement(file, type)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(async (cause: unknown) => {
    // A browser without this option throws a TypeError before it reads the file.
    if (cause instanceof TypeError) return null
    throw await refused(file, type, cause)
  })
  if (bitmap === null) return decodeAsElement(file, type)
  return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() }
}

async function refused(file: File, type: string, cause: unknown): Promise<FileRefused> {
  return new FileRefused(unreadableReason(type, new Uint8Array(await file.arrayBuffer())), { cause })
}

async function decodeAsElement(file: File, type: string): Promise<Picture> {
  // Workers have no `Image`.
  if (typeof Image === 'undefined') throw new Error(PHOTOS_UNSUPPORTED)
  const url = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(url)
  const image = new Image()
  image.src = url
  await image.decode().catch(async (cause: unknown) => {
    release()
    throw await refused(file, type, cause)
  })
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, release }
}

function canvasOf({ width, height }: Size): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height)
    return {
      context: canvas.getContext('2d', { willReadFrequently: true }),
      encoded: (type, quality) => canvas.convertToBlob({ type, quality }),
    }
  }
  if (typeof document === 'undefined') throw new Error(PHOTOS_UNSUPPORTED)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  return {
    context: canvas.getContext('2d', { willReadFrequently: true }),
    encoded: (type, quality) => new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
  }
}

function isOpaque(context: Context, { width, height }: Size): boolean {
  const { data } = context.getImageData(0, 0, width, height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

/** The file name for a type: "IMG_1.png" becomes "IMG_1.jpg" as a JPEG. */
function nameOf(name: string, type: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.${type.replace('image/', '').replace('jpeg', 'jpg')}`
}
