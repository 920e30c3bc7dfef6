import { compressed, type Encoding } from '../compress.ts'
import { weakEtag } from './etag.ts'

/**
 * An answer that many are given one after the other: its text is compressed once for all of them, and known by what it says.
 * For large lists that are the same for everybody who may see them.
 */
export class StoredAnswer {
  readonly text: string
  readonly etag: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.text = text
    this.etag = weakEtag(text)
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding) ?? compressed(this.text, encoding)
    this.#encoded.set(encoding, known)
    return known
  }
}
