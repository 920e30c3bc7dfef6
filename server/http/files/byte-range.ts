/** A range of a file's bytes. Both ends are included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The part of a file that a `Range` header requests. `size`: the file's bytes. `whole`: no header, several ranges or an
 * unknown syntax, all of which RFC 9110 allows a server to ignore. `none`: the file has no such bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const [, from, to] = SINGLE_RANGE.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole'
  if (from === '') return lastBytes(Number(to), size)
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first < size ? { first, last } : 'none'
}

/** `bytes=-500`: the last 500 bytes, or the whole of a shorter file. */
function lastBytes(count: number, size: number): ByteRange | 'none' {
  return count === 0 || size === 0 ? 'none' : { first: Math.max(0, size - count), last: size - 1 }
}
