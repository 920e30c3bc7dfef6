import { compressText, type Encoding } from '../compress.ts'
import { weakEtag } from './etag.ts'

/**
 * A response that many users receive unchanged, such as a large list that looks the same to all who may view it. Its
 * text is compressed once per encoding, and its entity tag is the hash of its text.
 */
export class CompressedAnswer {
  readonly text: string
  readonly etag: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.text = text
    this.etag = weakEtag(text)
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    const encoded = this.#encoded.get(encoding) ?? compressText(this.text, encoding)
    this.#encoded.set(encoding, encoded)
    return encoded
  }
}
