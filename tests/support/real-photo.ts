import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

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
  const frames = await Promise.all(['red', 'blue'].map((colour) => flat(100, 100, colour).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A PNG of one colour that is a few kilobytes here and `side` squared pixels in memory. */
export function aBomb(side = 20_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit a pixel, grey.
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = chunk('IDAT', deflateSync(rows))
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}
