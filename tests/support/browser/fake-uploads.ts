import { uploadEndpoints } from '#contract/files/files.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { CallOptions } from '#src/api/call.ts'

interface Part {
  readonly offset: number
  readonly bytes: Blob
}

/** The server's side of uploads, as far as it keeps its promises: bytes are taken where an upload stands, nowhere else. */
export class FakeUploads {
  readonly #parts = new Map<string, readonly Part[]>()
  /** How many bytes came in, those that were of no use included. */
  received = 0
  /** The same of each upload, by the name that the device gave it. */
  readonly receivedOf = new Map<string, number>()
  asked = 0

  take(user: string | undefined, endpoint: EndpointShape, options: CallOptions<EndpointShape>) {
    if (user === undefined) return { status: 401, body: { detail: 'Sign in.' } }
    const name = `${user} ${options.params?.id}`
    const parts = this.#parts.get(name) ?? []
    const offset = parts.reduce((sum, { bytes }) => sum + bytes.size, 0)
    if (endpoint === uploadEndpoints.find) {
      this.asked += 1
      return parts.length > 0 ? { status: 200, body: { offset } } : { status: 404, body: { detail: 'Not found.' } }
    }
    const bytes = options.body as Blob
    this.received += bytes.size
    const id = String(options.params?.id)
    this.receivedOf.set(id, (this.receivedOf.get(id) ?? 0) + bytes.size)
    const at = Number(options.headers?.['upload-offset'])
    if (at !== offset) return { status: 409, body: { detail: 'Elsewhere.', offset } }
    this.#parts.set(name, [...parts, { offset, bytes }])
    return { status: 200, body: { offset: offset + bytes.size } }
  }
  /** As the server does with what nothing used for a week. */
  forget(user: string, id: string): void {
    this.#parts.delete(`${user} ${id}`)
  }
  /** Whether anything has arrived of a person's upload. */
  has(user: string, id: string): boolean {
    return this.#parts.has(`${user} ${id}`)
  }
  /** What has arrived of a person's upload. */
  async content(user: string, id: string): Promise<Uint8Array> {
    const parts = this.#parts.get(`${user} ${id}`) ?? []
    return new Uint8Array(await new Blob(parts.map(({ bytes }) => bytes)).arrayBuffer())
  }
}
