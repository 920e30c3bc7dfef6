/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * What of a file of so many bytes the header `Range` asks for: `whole` where it asks for nothing, for several ranges or in a
 * way that nobody knows, which RFC 9110 lets a server overlook; `none` where the file has no such bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const [, from, to] = ONE_RANGE.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole'
  if (from === '') return lastBytes(Number(to), size)
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first < size ? { first, last } : 'none'
}

/** `bytes=-500`: the last 500, or as many as there are. */
function lastBytes(count: number, size: number): ByteRange | 'none' {
  return count === 0 || size === 0 ? 'none' : { first: Math.max(0, size - count), last: size - 1 }
}
