/**
 * A Blob whose bytes are read immediately. Another thread reads a real Blob, at a time that a test's clock can't
 * control. Accepts strings, buffers and other instances.
 */
export class PlainBlob {
  readonly type: string
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(
    parts: readonly (string | ArrayBuffer | PlainBlob)[] = [],
    { type = '' }: { readonly type?: string } = {},
  ) {
    this.type = type
    const each = parts.map((part) => {
      if (part instanceof PlainBlob) return part.#bytes
      return typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(part)
    })
    this.#bytes = new Uint8Array(each.reduce((sum, one) => sum + one.length, 0))
    let at = 0
    for (const one of each) {
      this.#bytes.set(one, at)
      at += one.length
    }
  }
  get size(): number {
    return this.#bytes.length
  }
  slice(from?: number, to?: number): PlainBlob {
    return new PlainBlob([this.#bytes.slice(from, to).buffer], { type: this.type })
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.slice().buffer)
  }
}
