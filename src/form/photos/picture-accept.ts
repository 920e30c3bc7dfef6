/** Other file endings of JPEGs, from mail programs and other systems. The content decides the type. */
const JPEG_ENDINGS = ['.jfif', '.jpe', '.pjp', '.pjpeg']
/** Formats that become a JPEG if the browser can read them. Otherwise the refusal explains which setting to change. */
const FOREIGN_ENDINGS = ['.heic', '.heif', '.avif']

/** The features that identify an Apple device. */
interface Device {
  readonly standalone?: unknown
  readonly maxTouchPoints?: number
}

/**
 * The `accept` attribute of a file chooser: the `offered` types or endings, and other endings of pictures. An iPhone or
 * iPad converts its own HEIC to JPEG unless the page accepts HEIC, so HEIC is left out there. Only Apple devices have
 * `standalone`, and no Mac has a touch screen.
 */
export function pictureAccept(offered: readonly string[], device: Device = navigator): string {
  const makesJpegs = 'standalone' in device && (device.maxTouchPoints ?? 0) > 0
  return [...offered, ...JPEG_ENDINGS, ...(makesJpegs ? [] : FOREIGN_ENDINGS)].join(',')
}
