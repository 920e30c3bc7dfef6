/** Letters that stand for themselves in a header's extended value (RFC 5987, `attr-char`). */
const extended = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * `Content-Disposition` for a file of any name (RFC 6266): in plain letters for the oldest, and as it is for all others.
 * `inline` is shown, `attachment` saved.
 */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return plain === name
    ? `${how}; filename="${name}"`
    : `${how}; filename="${plain}"; filename*=UTF-8''${extended(name)}`
}
