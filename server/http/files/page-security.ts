import { createHash } from 'node:crypto'

/** Scripts with inline code: those without a `src`. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g

/**
 * Browser features that the app uses, for its own origin only; and sensitive features that no part of a page may use.
 */
const USED_FEATURES = ['camera', 'clipboard-read', 'clipboard-write', 'fullscreen']
const FORBIDDEN_FEATURES =
  `accelerometer autoplay browsing-topics display-capture geolocation gyroscope hid magnetometer microphone
  midi payment serial usb xr-spatial-tracking`.split(/\s+/)
const PERMISSIONS = [
  ...USED_FEATURES.map((name) => `${name}=(self)`),
  ...FORBIDDEN_FEATURES.map((name) => `${name}=()`),
].join(', ')

/**
 * The security headers of the app's pages and files. Allowed scripts and style sheets: the app's own files, and the
 * inline ones in `html`, each by its hash. The app writes no style sheets at run time; it sets styles through the
 * `style` object of elements, which no policy restricts. Allowed images: the app's own, and those of `imageOrigin`
 * (`https://tiles.example.com`). That server receives the page's origin as the referrer, as OpenStreetMap requires.
 */
export function pageSecurity(html: string, imageOrigin: string | null): Record<string, string> {
  const hashesOf = (inline: RegExp) => [...html.matchAll(inline)].map(([, text = '']) => `'sha256-${sha256(text)}'`)
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashesOf(INLINE_SCRIPT)],
    'style-src': ["'self'", ...hashesOf(INLINE_STYLE)],
    'img-src': ["'self'", 'data:', 'blob:', ...(imageOrigin === null ? [] : [imageOrigin])],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    // Documents that the app fetched or stored are shown in a frame.
    'frame-src': ['blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // A document in a frame inherits the page's policy, and WebKit applies this directive to the document as well:
    // `'none'` would leave the frame empty.
    'frame-ancestors': ["'self'"],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    // Links in e-mails may contain a secret, so requests of the page reveal only its origin, never its path.
    'referrer-policy': 'strict-origin',
    'permissions-policy': PERMISSIONS,
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
