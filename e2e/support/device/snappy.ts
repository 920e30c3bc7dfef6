/** Reads a little-endian base-128 number. Returns it and the position after it, or null if the bytes contain none. */
export function varint(bytes: Uint8Array, at: number): readonly [value: number, end: number] | null {
  let value = 0
  for (let part = 0; part < 5; part += 1) {
    const byte = bytes[at + part]
    if (byte === undefined) return null
    value += (byte & 0x7f) * 2 ** (7 * part)
    if (byte < 0x80) return [value, at + part + 1]
  }
  return null
}

/** Larger than any value in a profile: data that claims to be longer is not snappy. */
const MAX_BYTES = 256 * 1024 * 1024
/** Snappy's highest compression ratio. Data that claims a higher one is not snappy and would waste memory. */
const MAX_RATIO = 64

/**
 * Unpacks snappy data from `at` on. If the data is truncated or invalid, returns as much as could be unpacked. Bytes
 * after the data are ignored.
 */
export function unpackSnappy(packed: Uint8Array, at = 0): Uint8Array {
  const head = varint(packed, at)
  if (head === null || head[0] > Math.min(MAX_BYTES, MAX_RATIO * (packed.length - at))) return new Uint8Array()
  const out = new Uint8Array(head[0])
  let [, from] = head
  let to = 0
  while (to < out.length && from < packed.length) {
    const step = nextStep(packed, from)
    const isWhole = step.from + (step.back === 0 ? step.length : 0) <= packed.length
    if (!isWhole || step.back > to) break
    const length = Math.min(step.length, out.length - to)
    if (step.back === 0) out.set(packed.subarray(step.from, step.from + length), to)
    // Byte by byte, because the copied range can overlap the bytes that are being written.
    else for (let n = 0; n < length; n += 1) out[to + n] = out[to + n - step.back] ?? 0
    to += length
    from = step.from + (step.back === 0 ? step.length : 0)
  }
  return out.subarray(0, to)
}

/** Copies `length` bytes: packed literals from `from` on (`back` is 0), or output from `back` bytes before its end. */
interface Step {
  readonly length: number
  readonly back: number
  readonly from: number
}

function nextStep(packed: Uint8Array, at: number): Step {
  const tag = packed[at] ?? 0
  const low = (count: number) => {
    let value = 0
    for (let n = 0; n < count; n += 1) value += (packed[at + 1 + n] ?? 0) * 2 ** (8 * n)
    return value
  }
  switch (tag & 3) {
    case 0: {
      const extra = Math.max(0, (tag >> 2) - 59)
      return { length: (extra === 0 ? tag >> 2 : low(extra)) + 1, back: 0, from: at + 1 + extra }
    }
    case 1:
      return {
        length: ((tag >> 2) & 7) + 4,
        back: ((tag >> 5) << 8) + low(1) || Number.POSITIVE_INFINITY,
        from: at + 2,
      }
    case 2:
      return { length: (tag >> 2) + 1, back: low(2) || Number.POSITIVE_INFINITY, from: at + 3 }
    default:
      return { length: (tag >> 2) + 1, back: low(4) || Number.POSITIVE_INFINITY, from: at + 5 }
  }
}
