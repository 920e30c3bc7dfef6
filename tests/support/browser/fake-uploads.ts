import { uploadEndpoints } from '#contract/files/files.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { CallOptions } from '#src/api/call.ts'

interface Part {
  readonly offset: number
  readonly bytes: Blob
}

/** The server's side of uploads: accepts bytes only at the current offset of an upload. */
export class FakeUploads {
  readonly #parts = new Map<string, readonly Part[]>()
  /** The number of received bytes, including bytes at a wrong offset. */
  receivedBytes = 0
  /** The same number for each upload, by the id that the device gave it. */
  readonly receivedBytesOf = new Map<string, number>()
  findRequests = 0

  handle(user: string | undefined, endpoint: EndpointShape, options: CallOptions<EndpointShape>) {
    if (user === undefined) return { status: 401, body: { detail: 'Sign in.' } }
    const name = `${user} ${options.params?.id}`
    const parts = this.#parts.get(name) ?? []
    const offset = parts.reduce((sum, { bytes }) => sum + bytes.size, 0)
    if (endpoint === uploadEndpoints.find) {
      this.findRequests += 1
      return parts.length > 0 ? { status: 200, body: { offset } } : { status: 404, body: { detail: 'Not found.' } }
    }
    const bytes = options.body as Blob
    this.receivedBytes += bytes.size
    const id = String(options.params?.id)
    this.receivedBytesOf.set(id, (this.receivedBytesOf.get(id) ?? 0) + bytes.size)
    const at = Number(options.headers?.['upload-offset'])
    if (at !== offset) return { status: 409, body: { detail: 'Elsewhere.', offset } }
    this.#parts.set(name, [...parts, { offset, bytes }])
    return { status: 200, body: { offset: offset + bytes.size } }
  }
  /** Removes an upload, as the server does with uploads that were not used for a week. */
  forget(user: string, id: string): void {
    this.#parts.delete(`${user} ${id}`)
  }
  /** Whether any part of a user's upload has arrived. */
  has(user: string, id: string): boolean {
    return this.#parts.has(`${user} ${id}`)
  }
  /** The bytes of a user's upload that have arrived. */
  async content(user: string, id: string): Promise<Uint8Array> {
    const parts = this.#parts.get(`${user} ${id}`) ?? []
    return new Uint8Array(await new Blob(parts.map(({ bytes }) => bytes)).arrayBuffer())
  }
}
