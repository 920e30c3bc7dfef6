const LENGTH_BYTES = 4

/** A value's bytes with what is said of them before, so that both are sealed as one. `head`: what JSON can say. */
export function withHead(head: unknown, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(head))
  const whole = new Uint8Array(LENGTH_BYTES + text.length + body.length)
  new DataView(whole.buffer).setUint32(0, text.length)
  whole.set(text, LENGTH_BYTES)
  whole.set(body, LENGTH_BYTES + text.length)
  return whole
}

/** What `withHead` put together. The head is as trustworthy as the bytes: they came out of a seal. */
export function headAndBody<Head>(
  whole: Uint8Array<ArrayBuffer>,
): readonly [head: Head, body: Uint8Array<ArrayBuffer>] {
  const end = LENGTH_BYTES + new DataView(whole.buffer, whole.byteOffset).getUint32(0)
  return [JSON.parse(new TextDecoder().decode(whole.subarray(LENGTH_BYTES, end))), whole.subarray(end)]
}
