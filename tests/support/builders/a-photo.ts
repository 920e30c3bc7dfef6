/**
 * Bytes with the signature of an image type. The rest is not a picture, but varies, so that misplaced bytes are
 * noticed.
 */
export function aPhoto(size = 2000, type: 'jpeg' | 'png' | 'webp' = 'jpeg'): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8) * 7) & 0xff
  const beginnings = {
    jpeg: [0xff, 0xd8, 0xff, 0xe0],
    png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    webp: [...Buffer.from('RIFF'), 0, 0, 0, 0, ...Buffer.from('WEBP')],
  }
  bytes.set(beginnings[type])
  return bytes
}
