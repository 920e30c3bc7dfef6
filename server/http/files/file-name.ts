/** A name in a header's extended notation: percent-encoded except for `attr-char` of RFC 5987. */
const extendedValue = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * `Content-Disposition` for a file with any name (RFC 6266): in ASCII for the oldest browsers, and exact for all
 * others. Browsers show `inline` files and save `attachment` files.
 */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return plain === name
    ? `${how}; filename="${name}"`
    : `${how}; filename="${plain}"; filename*=UTF-8''${extendedValue(name)}`
}
