import sharp from 'sharp'
import { squarePng } from './png.ts'

export type PhotoFormat = 'jpeg' | 'png' | 'webp'

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** A picture of noise, which does not compress well. */
export function aRealPhoto(format: PhotoFormat = 'jpeg', { width = 900, height = 700 } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
    [format]()
    .toBuffer()
}

/**
 * The photo of a phone held upright: the sensor's picture is rotated (1200 × 900, EXIF orientation 6). Its red corner
 * is the top right one when the photo is upright. The EXIF data contains the place and the make of the phone.
 */
export async function aPhonePhoto(): Promise<Buffer> {
  const corner = { input: await flat(300, 300, 'red').png().toBuffer(), left: 0, top: 0 }
  return flat(1200, 900, 'blue')
    .composite([corner])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Haulyphone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '41/1 52/1 3900/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '87/1 37/1 0/1',
      },
    })
    .jpeg()
    .toBuffer()
}

/** An animated WebP of two frames, the first red and the second blue. */
export async function anAnimation(): Promise<Buffer> {
  const frames = await Promise.all(['red', 'blue'].map((color) => flat(100, 100, color).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** A PNG of one color: a few kilobytes as a file, but `side` × `side` pixels when decoded. */
export function aDecompressionBomb(side = 20_000): Buffer {
  return squarePng({ side, pixel: 'bit', rows: Buffer.alloc(side * (Math.ceil(side / 8) + 1)) })
}
