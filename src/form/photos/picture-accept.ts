/** JPEGs as mail programs and other systems call them; the content says what they are. */
const JPEG_ENDINGS = ['.jfif', '.jpe', '.pjp', '.pjpeg']
/** What a device makes a JPEG of where its browser can read it; else the refusal says what to set. */
const FOREIGN_ENDINGS = ['.heic', '.heif', '.avif']

/** What of a device says whose it is. */
interface Device {
  readonly standalone?: unknown
  readonly maxTouchPoints?: number
}

/**
 * What a chooser offers (`offered`: its own types or endings), and beside it pictures by other endings. An iPhone or iPad
 * makes a JPEG of its own HEIC, unless the page asks for HEIC: there it does not. `standalone` is of Apple's devices alone,
 * and no Mac is touched.
 */
export function pictureAccept(offered: readonly string[], device: Device = navigator): string {
  const makesJpegs = 'standalone' in device && (device.maxTouchPoints ?? 0) > 0
  return [...offered, ...JPEG_ENDINGS, ...(makesJpegs ? [] : FOREIGN_ENDINGS)].join(',')
}
