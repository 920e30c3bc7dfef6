import sharp from 'sharp'

/** What a phone writes beside its pictures, and nobody else is to know. */
export const PHONE = 'Yardphone 9'
const EXIF = {
  IFD0: { Make: PHONE, DateTime: '2026:11:21 09:30:00' },
  // Thirty-five degrees north and so on: where it was taken.
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 28/1 3/1', GPSLongitudeRef: 'W', GPSLongitude: '97/1 31/1 4/1' },
}

/**
 * A photo as a phone takes it that is held upright: 4,000 × 3,000 pixels lying on their side, and beside them a word that
 * says so, with where and by what it was taken. As it is meant to be seen its left half is blue and its right half is red.
 */
export function aPhonePhoto(): Promise<Buffer> {
  const top = { create: { width: 4000, height: 1500, channels: 3, background: 'red' } } as const
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'blue' } })
    .composite([{ input: top, left: 0, top: 0 }])
    .withExif(EXIF)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
