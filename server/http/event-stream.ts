import { Readable } from 'node:stream'
import type { EndpointShape, EventOf } from '#contract/wire/endpoint.ts'

/** So much may wait to be read before a client counts as gone: it comes back, and says how far it got. */
const MAX_UNREAD_BYTES = 256 * 1024

/** An answer that goes on: server-sent events to one client. What is written after its end is lost, and nobody is told. */
export class EventStream<E extends EndpointShape> extends Readable {
  readonly #endpoint: E
  readonly #isChecked: boolean
  #isFinished = false

  /** `isChecked`: holds every event against the contract, for tests and development. */
  constructor(endpoint: E, isChecked: boolean) {
    super({ highWaterMark: MAX_UNREAD_BYTES })
    this.#endpoint = endpoint
    this.#isChecked = isChecked
  }

  /** How long the client shall wait before it comes back, in milliseconds. */
  retryAfter(milliseconds: number): void {
    this.#write(`retry: ${milliseconds}\n\n`)
  }

  send({ event, data }: EventOf<E>): void {
    if (this.#isChecked) this.#check(event, data)
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Where the client goes on when it comes back; also says that this end is alive. */
  mark(position: number): void {
    this.#write(`id: ${position}\n\n`)
  }

  /** Ends it in good order; what was written before is still sent. */
  finish(): void {
    if (this.destroyed || this.#isFinished) return
    this.#isFinished = true
    this.push(null)
  }

  override _read(): void {
    // Events are pushed as they happen.
  }

  #write(text: string): void {
    if (this.destroyed || this.#isFinished) return
    this.push(text)
    if (this.readableLength > MAX_UNREAD_BYTES) this.destroy()
  }

  #check(event: string, data: unknown): void {
    const checked = this.#endpoint.events?.[event]?.safeParse(data)
    if (!checked?.success) throw new Error(`${this.#endpoint.name} sends "${event}" as the contract does not say`)
  }
}
