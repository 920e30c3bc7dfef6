import { PHOTO_REFUSALS, unreadable } from '#contract/files/pictures.ts'
import { FileRefused, PHOTOS_UNSUPPORTED } from './file-refused.ts'

/** How large a photo may be once it is made small. */
export interface Bounds {
  /** In pixels. */
  readonly longestSide: number
  /** In bytes; it has fewer. */
  readonly under: number
  /** What is said of a file that is of no kind that can be read here. */
  readonly type: string
}
/** Twice the 616 pixels that the server makes of it, which loses nothing by that. */
export const AVATAR: Bounds = { longestSide: 1232, under: Number.POSITIVE_INFINITY, type: PHOTO_REFUSALS.type }

/** From the best on; the last one is taken for what has to be made narrower as well. */
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
 * A photo anew: upright, within its bounds, and without anything that was written beside the pixels (when, where, with
 * what). JPEG; what is transparent stays so, as WebP where the browser can write that and PNG elsewhere. In a worker, or
 * on the page. Throws FileRefused for what is no picture; other errors, where this place can't draw, are in words too.
 */
export async function shrunkPhoto(file: File, bounds: Bounds): Promise<File> {
  const picture = await decoded(file, bounds)
  try {
    const photo = await within(bounds, picture)
    return new File([photo], nameOf(file.name, photo.type), { type: photo.type })
  } finally {
    picture.release()
  }
}

/** As large as it may be, in the same shape; never larger than it was. */
export function fitted({ width, height }: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The best that has few enough bytes: first of less quality, then narrower. */
async function within({ longestSide, under }: Bounds, picture: Picture): Promise<Blob> {
  let side = longestSide
  for (let qualities: readonly number[] = QUALITIES; ; qualities = [WORST]) {
    const size = fitted(picture, side)
    const encoded = drawn(picture, size)
    for (const quality of qualities) {
      const photo = await encoded(quality)
      if (photo.size < under || (size.width === 1 && size.height === 1)) return photo
      // It knows no qualities.
      if (photo.type === 'image/png') break
    }
    side = Math.max(1, Math.floor(Math.max(size.width, size.height) * NARROWER))
  }
}

/** The picture in a size; answers how it is written with a quality. */
function drawn(picture: Picture, size: Size): (quality: number) => Promise<Blob> {
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

/** The pixels as they are meant to be seen: a camera held on its side notes that beside them. */
async function decoded(file: File, { type }: Bounds): Promise<Picture> {
  if (typeof createImageBitmap === 'undefined') return decodedAsElement(file, type)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(async (cause: unknown) => {
    // A browser that knows no such orientation says so before it looks at the file.
    if (cause instanceof TypeError) return null
    throw await refused(file, type, cause)
  })
  if (bitmap === null) return decodedAsElement(file, type)
  return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() }
}

async function refused(file: File, type: string, cause: unknown): Promise<FileRefused> {
  return new FileRefused(unreadable(type, new Uint8Array(await file.arrayBuffer())), { cause })
}

async function decodedAsElement(file: File, type: string): Promise<Picture> {
  // Only a page has it.
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

/** "IMG_1.png" as a JPEG is "IMG_1.jpg". */
function nameOf(name: string, type: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.${type.replace('image/', '').replace('jpeg', 'jpg')}`
}
