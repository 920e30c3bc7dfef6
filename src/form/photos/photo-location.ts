/** A JPEG segment to insert after the first two bytes: EXIF data with the location and nothing else. */
export type Location = Uint8Array<ArrayBuffer>

const APP1 = 0xe1
const START_OF_SCAN = 0xda
const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0]
const GPS_POINTER = 0x8825
const [LATITUDE, LONGITUDE] = [2, 4]
/** Bytes per value of each EXIF type, by the type's number; 0 for numbers without a type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 0, 1, 0, 4, 8]
const ENTRY_BYTES = 12
/** Cameras write a few hundred bytes for a location. A larger directory is something else. */
const MAX_BYTES = 4096
/** The parts before the GPS directory: the TIFF head, and a first directory that only points to the GPS directory. */
const HEAD_BYTES = 8
const FIRST_DIRECTORY_BYTES = 2 + ENTRY_BYTES + 4

interface Entry {
  readonly tag: number
  readonly type: number
  readonly count: number
  /** The offset of its value. */
  readonly at: number
  readonly size: number
}

/**
 * Reads the location of a JPEG, to be inserted into another one; null when there is none or it can't be read. EXIF
 * 2.32, 4.6.
 */
export function locationOf(jpeg: Uint8Array): Location | null {
  try {
    const tiff = exifOf(new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
    if (tiff === null) return null
    const isLittle = tiff.getUint16(0) === 0x4949
    const first = entriesAt(tiff, tiff.getUint32(4, isLittle), isLittle)
    const pointer = first.find(({ tag }) => tag === GPS_POINTER)
    if (!pointer) return null
    const places = entriesAt(tiff, tiff.getUint32(pointer.at, isLittle), isLittle)
    const isFix = [LATITUDE, LONGITUDE].every((wanted) => places.some(({ tag }) => tag === wanted))
    return isFix ? segmentOf(tiff, places, isLittle) : null
  } catch (error) {
    // An offset points outside of the data: the file is damaged or malicious.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Inserts the location into a JPEG, before all other metadata, as EXIF requires. */
export function withLocation(photo: File, location: Location): File {
  return new File([photo.slice(0, 2), location, photo.slice(2)], photo.name, { type: photo.type })
}
/** Removes the inserted location. */
export function withoutLocation(photo: File, location: Location): File {
  return new File([photo.slice(0, 2), photo.slice(2 + location.length)], photo.name, { type: photo.type })
}

/** The TIFF data in a JPEG's EXIF segment; null when there is none before the pixels. */
function exifOf(jpeg: DataView): DataView | null {
  for (let at = 2; jpeg.getUint8(at) === 0xff; ) {
    const marker = jpeg.getUint8(at + 1)
    if (marker === START_OF_SCAN) return null
    const length = jpeg.getUint16(at + 2)
    const isExif = marker === APP1 && EXIF.every((byte, index) => jpeg.getUint8(at + 4 + index) === byte)
    if (isExif) return new DataView(jpeg.buffer, jpeg.byteOffset + at + 10, length - 8)
    at += 2 + length
  }
  return null
}

function entriesAt(tiff: DataView, from: number, isLittle: boolean): readonly Entry[] {
  const count = tiff.getUint16(from, isLittle)
  return Array.from({ length: count }, (_, index) => {
    const at = from + 2 + index * ENTRY_BYTES
    const type = tiff.getUint16(at + 2, isLittle)
    const values = tiff.getUint32(at + 4, isLittle)
    const size = (TYPE_BYTES[type] ?? 0) * values
    const stands = size > 4 ? tiff.getUint32(at + 8, isLittle) : at + 8
    return { tag: tiff.getUint16(at, isLittle), type, count: values, at: stands, size }
  })
}

/** Writes a new EXIF segment with these entries of the GPS directory only. The byte order stays. */
function segmentOf(tiff: DataView, places: readonly Entry[], isLittle: boolean): Location | null {
  const directory = HEAD_BYTES + FIRST_DIRECTORY_BYTES
  const values = directory + 2 + places.length * ENTRY_BYTES + 4
  const outside = places.reduce((sum, { size }) => sum + (size > 4 ? size : 0), 0)
  const total = values + outside
  if (total > MAX_BYTES) return null
  const segment = new Uint8Array(4 + EXIF.length + total)
  const head = new DataView(segment.buffer)
  head.setUint16(0, 0xff00 | APP1)
  head.setUint16(2, segment.length - 2)
  segment.set(EXIF, 4)
  const out = new DataView(segment.buffer, 4 + EXIF.length)
  out.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  out.setUint16(2, 42, isLittle)
  out.setUint32(4, HEAD_BYTES, isLittle)
  out.setUint16(HEAD_BYTES, 1, isLittle)
  writeEntry(out, HEAD_BYTES + 2, { tag: GPS_POINTER, type: 4, count: 1 }, isLittle)
  out.setUint32(HEAD_BYTES + 2 + 8, directory, isLittle)
  out.setUint16(directory, places.length, isLittle)
  let free = values
  places.forEach((entry, index) => {
    const at = directory + 2 + index * ENTRY_BYTES
    writeEntry(out, at, entry, isLittle)
    const isOutside = entry.size > 4
    if (isOutside) out.setUint32(at + 8, free, isLittle)
    copy(tiff, entry, out, isOutside ? free : at + 8)
    if (isOutside) free += entry.size
  })
  return segment
}

function writeEntry(
  out: DataView,
  at: number,
  { tag, type, count }: Pick<Entry, 'tag' | 'type' | 'count'>,
  is: boolean,
) {
  out.setUint16(at, tag, is)
  out.setUint16(at + 2, type, is)
  out.setUint32(at + 4, count, is)
}

function copy(from: DataView, { at, size }: Entry, to: DataView, place: number): void {
  for (let byte = 0; byte < size; byte += 1) to.setUint8(place + byte, from.getUint8(at + byte))
}
