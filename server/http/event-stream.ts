import { Readable } from 'node:stream'
import type { EndpointShape, EventOf } from '#contract/wire/endpoint.ts'

/**
 * `live`: few, short events for hours. `bulk`: long events, one after another, until the stream ends; their sender waits
 * for the client (`whenRead`).
 */
export type StreamKind = 'live' | 'bulk'

/**
 * `readAhead`: see `whenRead`. `max`: a client with more unread data counts as gone. It reconnects and reports the last
 * position that it received. Both in bytes.
 */
const UNREAD: Readonly<Record<StreamKind, { readonly readAhead: number; readonly max: number }>> = {
  live: { readAhead: 256 * 1024, max: 256 * 1024 },
  bulk: { readAhead: 64 * 1024, max: Number.POSITIVE_INFINITY },
}

/** A response that stays open: server-sent events to one client. Events written after its end are silently dropped. */
export class EventStream<E extends EndpointShape> extends Readable {
  readonly #endpoint: E
  readonly #isChecked: boolean
  readonly #maxUnread: number
  #isFinished = false
  #onRead: () => void = () => undefined

  /** `isChecked`: check every event against the contract, for tests and development. */
  constructor(endpoint: E, isChecked: boolean, kind: StreamKind = 'live') {
    super({ highWaterMark: UNREAD[kind].readAhead })
    this.#maxUnread = UNREAD[kind].max
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

  /** Resolves when the client has read all but a little of the stream, or when the stream has ended. */
  async whenRead(): Promise<void> {
    while (this.readableLength >= this.readableHighWaterMark && !this.destroyed) {
      await new Promise<void>((resolve) => {
        this.#onRead = resolve
      })
    }
  }

  override _read(): void {
    this.#onRead()
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#onRead()
    done(error)
  }

  #write(text: string): void {
    if (this.destroyed || this.#isFinished) return
    this.push(text)
    if (this.readableLength > this.#maxUnread) this.destroy()
  }

  #check(event: string, data: unknown): void {
    const result = this.#endpoint.events?.[event]?.safeParse(data)
    if (!result?.success) throw new Error(`${this.#endpoint.name} sends "${event}" as the contract does not say`)
  }
}
