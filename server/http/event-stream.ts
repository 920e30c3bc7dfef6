import { Readable } from 'node:stream'
import type { EndpointShape, EventOf } from '#contract/wire/endpoint.ts'

/** A client with more unread data counts as gone. It reconnects and reports the last position that it received. */
const MAX_UNREAD_BYTES = 256 * 1024

/** A response that stays open: server-sent events to one client. Events written after its end are silently dropped. */
export class EventStream<E extends EndpointShape> extends Readable {
  readonly #endpoint: E
  readonly #isChecked: boolean
  #isFinished = false

  /** `isChecked`: check every event against the contract, for tests and development. */
  constructor(endpoint: E, isChecked: boolean) {
    super({ highWaterMark: MAX_UNREAD_BYTES })
    this.#endpoint = endpoint
    this.#isChecked = isChecked
  }

  /** Tells the client how many milliseconds to wait before it reconnects. */
  sendRetryDelay(milliseconds: number): void {
    this.#write(`retry: ${milliseconds}\n\n`)
  }

  send({ event, data }: EventOf<E>): void {
    this.sendJson(event, JSON.stringify(data))
  }

  /** Sends an event whose data is JSON already, because many clients get the same. */
  sendJson(event: EventOf<E>['event'], json: string): void {
    if (this.#isChecked) this.#check(event, JSON.parse(json))
    this.#write(`event: ${event}\ndata: ${json}\n\n`)
  }

  /** Sends the position from which the client resumes when it reconnects. Also serves as a sign of life. */
  sendPosition(position: number): void {
    this.#write(`id: ${position}\n\n`)
  }

  /** Ends the stream cleanly: events written before are still sent. */
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
    const result = this.#endpoint.events?.[event]?.safeParse(data)
    if (!result?.success) throw new Error(`${this.#endpoint.name} sends "${event}" as the contract does not say`)
  }
}
