import sharp from 'sharp'

/** The phone model in the photo's metadata, which the app must remove. */
export const PHONE_MODEL = 'Yardphone 9'
const EXIF = {
  IFD0: { Make: PHONE_MODEL, DateTime: '2026:11:21 09:30:00' },
  // The place of the photo: 35° 28′ 3″ N, 97° 31′ 4″ W.
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 28/1 3/1', GPSLongitudeRef: 'W', GPSLongitude: '97/1 31/1 4/1' },
}

/**
 * A photo as an upright phone takes it: 4,000 × 3,000 pixels stored sideways, with metadata about orientation, place
 * and phone model. Shown upright, its left half is blue and its right half is red.
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
