const LENGTH_BYTES = 4

/** Puts a head before the bytes of a value, so that both are sealed together. `head`: any JSON value. */
export function withHead(head: unknown, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(head))
  const whole = new Uint8Array(LENGTH_BYTES + text.length + body.length)
  new DataView(whole.buffer).setUint32(0, text.length)
  whole.set(text, LENGTH_BYTES)
  whole.set(body, LENGTH_BYTES + text.length)
  return whole
}

/** Separates the parts of `withHead`. The head is not validated: both parts were sealed, so they are trusted. */
export function splitHead<Head>(whole: Uint8Array<ArrayBuffer>): readonly [head: Head, body: Uint8Array<ArrayBuffer>] {
  const end = LENGTH_BYTES + new DataView(whole.buffer, whole.byteOffset).getUint32(0)
  return [JSON.parse(new TextDecoder().decode(whole.subarray(LENGTH_BYTES, end))), whole.subarray(end)]
}
