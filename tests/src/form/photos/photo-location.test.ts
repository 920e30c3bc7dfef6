import sharp from 'sharp'
import { expect, test } from 'vitest'
import { locationOf, withLocation, withoutLocation } from '#src/form/photos/photo-location.ts'
import { aPhonePhoto, aRealPhoto } from '#tests/support/browser/real-photo.ts'

const bytes = (buffer: Buffer) => new Uint8Array(buffer)
const exifIn = async (photo: Blob) => (await sharp(await photo.arrayBuffer()).metadata()).exif
/** A photo shrunk by a browser contains only pixels, no metadata. */
const shrunk = async () => new File([bytes(await aRealPhoto())], 'yard.jpg', { type: 'image/jpeg' })

/** The location in EXIF data, as degrees, minutes and seconds. EXIF stores each as a fraction. */
function placeIn(exif: Buffer): { readonly latitude: number[]; readonly longitude: number[] } {
  const tiff = new DataView(exif.buffer, exif.byteOffset + 6, exif.length - 6)
  const isLittle = tiff.getUint16(0) === 0x4949
  const at = tiff.getUint32(tiff.getUint32(4, isLittle) + 2 + 8, isLittle)
  const fractions = (tag: number) => {
    for (let entry = at + 2; ; entry += 12) {
      if (tiff.getUint16(entry, isLittle) !== tag) continue
      const from = tiff.getUint32(entry + 8, isLittle)
      return [0, 8, 16].map((n) => tiff.getUint32(from + n, isLittle) / tiff.getUint32(from + n + 4, isLittle))
    }
  }
  return { latitude: fractions(2), longitude: fractions(4) }
}

test('a phone’s photo contains its location, and the shrunk photo gets the location and nothing else', async () => {
  const original = bytes(await aPhonePhoto())
  const location = locationOf(original)
  const photo = withLocation(await shrunk(), location!)
  const exif = await exifIn(photo)
  expect(placeIn(exif!)).toEqual({ latitude: [41, 52, 39], longitude: [87, 37, 0] })
  expect(exif!.toString('latin1')).not.toContain('Haulyphone')
  expect(Buffer.from(original).toString('latin1')).toContain('Haulyphone')
  expect(exif!.length).toBeLessThan(400)
  const { orientation, width, height } = await sharp(await photo.arrayBuffer()).metadata()
  expect({ orientation, width, height }).toEqual({ orientation: undefined, width: 900, height: 700 })
})

test('the location is removed from the photo again, to the last byte', async () => {
  const location = locationOf(bytes(await aPhonePhoto()))!
  const before = await shrunk()
  const after = withoutLocation(withLocation(before, location), location)
  expect(await after.bytes()).toEqual(await before.bytes())
  expect([after.name, after.type]).toEqual(['yard.jpg', 'image/jpeg'])
})

/** The start of a JPEG with handmade EXIF data: 41° 52′ 39″ N, little-endian or big-endian. */
function byHand(isLittle: boolean): Uint8Array<ArrayBuffer> {
  const jpeg = new Uint8Array(150)
  jpeg.set([0xff, 0xd8, 0xff, 0xe1, 0, 144, ...Buffer.from('Exif\0\0')])
  const tiff = new DataView(jpeg.buffer, 12)
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.setUint16(at, tag, isLittle)
    tiff.setUint16(at + 2, type, isLittle)
    tiff.setUint32(at + 4, count, isLittle)
    tiff.setUint32(at + 8, value, isLittle)
  }
  tiff.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  tiff.setUint16(2, 42, isLittle)
  tiff.setUint32(4, 8, isLittle)
  tiff.setUint16(8, 1, isLittle)
  entry(10, 0x8825, 4, 1, 26)
  tiff.setUint16(26, 2, isLittle)
  entry(28, 2, 5, 3, 56)
  entry(40, 4, 5, 3, 56)
  for (const [at, number] of [41, 1, 52, 1, 39, 1].entries()) tiff.setUint32(56 + 4 * at, number, isLittle)
  jpeg.set([0xff, 0xda], 148)
  return jpeg
}

test.each([true, false])('numbers are read in the byte order of the file (little-endian: %s)', async (is) => {
  const exif = await exifIn(withLocation(await shrunk(), locationOf(byHand(is))!))
  expect(placeIn(exif!)).toEqual({ latitude: [41, 52, 39], longitude: [41, 52, 39] })
})

test('a photo has no location without EXIF, without GPS data, or without a satellite fix', async () => {
  expect(locationOf(bytes(await aRealPhoto()))).toBeNull()
  const make = sharp(await aRealPhoto()).withExif({ IFD0: { Make: 'Haulyphone' } })
  expect(locationOf(bytes(await make.jpeg().toBuffer()))).toBeNull()
  const noFix = sharp(await aRealPhoto()).withExif({ IFD3: { GPSDateStamp: '2026:11:21' } })
  expect(locationOf(bytes(await noFix.jpeg().toBuffer()))).toBeNull()
})

/** The end of the EXIF data of a photo that begins with it. */
const exifEnd = (photo: Uint8Array) => 2 + 2 + ((photo[4] ?? 0) << 8) + (photo[5] ?? 0)

test('a photo that ends within its EXIF data has no location', async () => {
  const photo = bytes(await aPhonePhoto())
  const end = exifEnd(photo)
  expect(end).toBeGreaterThan(100)
  for (let at = 0; at < end; at += 1) expect(locationOf(photo.slice(0, at)), `ends at ${at}`).toBeNull()
  expect(locationOf(photo.slice(0, end))).toEqual(locationOf(photo))
})

test('a photo with damaged EXIF data has no location, or a complete one with nothing else', async () => {
  const photo = bytes(await aPhonePhoto())
  const small = await shrunk()
  const found: Uint8Array[] = []
  for (let at = 2; at < exifEnd(photo); at += 1) {
    const damaged = photo.slice()
    damaged[at] = 0xff
    const location = locationOf(damaged)
    // Without its marker and the word "Exif", it is not EXIF data.
    if (at === 3 || (at >= 6 && at < 12)) expect(location, `damaged at ${at}`).toBeNull()
    if (location === null) continue
    found.push(location)
    expect(new DataView(location.buffer).getUint16(2), `damaged at ${at}`).toBe(location.length - 2)
    expect(Buffer.from(location).toString('latin1'), `damaged at ${at}`).not.toContain('Haulyphone')
    const { width, height } = await sharp(await withLocation(small, location).arrayBuffer()).metadata()
    expect([width, height], `damaged at ${at}`).toEqual([900, 700])
  }
  expect(found).toContainEqual(locationOf(photo))
})
