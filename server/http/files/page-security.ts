import { createHash } from 'node:crypto'

/** Scripts with words in them, not in a file; `type="module" src=…` has none. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g

/** What the app asks a browser for, for itself alone; and what else reaches people or money, which no part of a page may use. */
const USED = ['camera', 'clipboard-read', 'clipboard-write', 'fullscreen']
const UNUSED = `accelerometer autoplay browsing-topics display-capture geolocation gyroscope hid magnetometer microphone
  midi payment serial usb xr-spatial-tracking`.split(/\s+/)
const PERMISSIONS = [...USED.map((name) => `${name}=(self)`), ...UNUSED.map((name) => `${name}=()`)].join(', ')

/**
 * The headers of everything that belongs to the app. Scripts and style sheets: the app's own files, and those inline
 * ones that stand in `html`, each by its hash. Nothing in the app writes a style sheet at run time; what it sets on an
 * element goes through the element's `style` object, which no policy concerns. Pictures: the app's own, and those of
 * `imageOrigin` (`https://tiles.example.com`), to whom the page says where it stands, as OpenStreetMap asks.
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
    // Documents that the app itself has fetched, or keeps, are read in place.
    'frame-src': ['blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // A document in a frame has the policy of the page around it, and WebKit applies this word to it as well: `'none'` would
    // keep its frame empty.
    'frame-ancestors': ["'self'"],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    // Links in mails may carry a secret: no request of the page tells more of where it stands than its origin.
    'referrer-policy': 'strict-origin',
    'permissions-policy': PERMISSIONS,
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
