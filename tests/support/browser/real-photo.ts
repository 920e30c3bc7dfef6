import sharp from 'sharp'
import { squarePng } from './png.ts'

export type PhotoFormat = 'jpeg' | 'png' | 'webp'

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** A picture of noise, which no compression makes small. */
export function aRealPhoto(format: PhotoFormat = 'jpeg', { width = 900, height = 700 } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: 'gray', noise } })
    [format]()
    .toBuffer()
}

/**
 * What a phone held upright takes: the sensor's picture lies on its side (1200 × 900, EXIF orientation 6) with a red
 * corner that is the top right one when it stands, and says where and by whom it was taken.
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

/** Two frames, the first red and the second blue. */
export async function anAnimation(): Promise<Buffer> {
  const frames = await Promise.all(['red', 'blue'].map((color) => flat(100, 100, color).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** A PNG of one color that is a few kilobytes here and `side` squared pixels in memory. */
export function aBomb(side = 20_000): Buffer {
  return squarePng({ side, pixel: 'bit', rows: Buffer.alloc(side * (Math.ceil(side / 8) + 1)) })
}
