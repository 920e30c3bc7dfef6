import { PHOTO_REFUSALS } from '#contract/files.ts'

/** Pixels of the longer side: twice the 616 that the server makes of it, which loses nothing by that. */
export const LONGEST_SIDE = 1232
const QUALITY = 0.85

export const PHOTOS_UNSUPPORTED = 'Image uploading not supported. Contact developers or administrator'

interface Size {
  readonly width: number
  readonly height: number
}
type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D
interface Canvas {
  readonly context: Context | null
  readonly encoded: (type: string) => Promise<Blob | null>
}
interface Picture extends Size {
  readonly source: CanvasImageSource
  readonly release: () => void
}

/**
 * A photo anew: upright, its longer side 1,232 px at most, and without anything that was written beside the pixels (when,
 * where, with what). JPEG; what is transparent stays so, as WebP where the browser can write that and PNG elsewhere.
 * Throws an Error whose message is for the person.
 */
export async function shrunkPhoto(file: File): Promise<File> {
  const picture = await decoded(file).catch((cause: unknown) => {
    throw new Error(PHOTO_REFUSALS.type, { cause })
  })
  try {
    const size = fitted(picture)
    const canvas = canvasOf(size)
    const { context } = canvas
    if (context === null) throw new Error(PHOTOS_UNSUPPORTED)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture.source, 0, 0, size.width, size.height)
    const photo = await canvas.encoded(isOpaque(context, size) ? 'image/jpeg' : 'image/webp')
    if (photo === null) throw new Error(PHOTOS_UNSUPPORTED)
    return new File([photo], nameOf(file.name, photo.type), { type: photo.type })
  } finally {
    picture.release()
  }
}

/** As large as it may be, in the same shape; never larger than it was. */
export function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The pixels as they are meant to be seen: a camera held on its side notes that beside them. */
async function decoded(file: File): Promise<Picture> {
  if (typeof createImageBitmap === 'undefined') return decodedAsElement(file)
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    // A browser that knows no such orientation says so before it looks at the file.
    if (cause instanceof TypeError) return null
    throw cause
  })
  if (bitmap === null) return decodedAsElement(file)
  return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() }
}

async function decodedAsElement(file: File): Promise<Picture> {
  const url = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(url)
  const image = new Image()
  image.src = url
  await image.decode().catch((cause: unknown) => {
    release()
    throw cause
  })
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, release }
}

function canvasOf({ width, height }: Size): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height)
    return {
      context: canvas.getContext('2d', { willReadFrequently: true }),
      encoded: (type) => canvas.convertToBlob({ type, quality: QUALITY }),
    }
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  return {
    context: canvas.getContext('2d', { willReadFrequently: true }),
    encoded: (type) => new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY)),
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
