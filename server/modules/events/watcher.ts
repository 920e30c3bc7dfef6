import { can, MAP_ACCESS } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { eventEndpoints, RecordChange } from '#contract/wire/events.ts'
import type { EventStream } from '#server/http/event-stream.ts'
import { maySee, viewOf } from './visible-changes.ts'

/** What a client missed before its stream began; `reset` when that is too much, or when nobody knows. */
export type Missed = readonly RecordChange[] | 'reset'

const RETRY_MS = 2_000

/** One person's stream, told what that person may see. */
export class Watcher {
  readonly session: string
  readonly #stream: EventStream<typeof eventEndpoints.stream>
  #user: CurrentUser
  /** What came before the stream began; null afterward. */
  #early: (() => void)[] | null = []

  constructor(stream: EventStream<typeof eventEndpoints.stream>, user: CurrentUser, session: string) {
    this.#stream = stream
    this.#user = user
    this.session = session
  }

  get person(): number {
    return this.#user.id
  }

  /** Calls `listener` when the stream has ended, however. */
  onGone(listener: () => void): void {
    this.#stream.once('close', listener)
  }

  /** Says first what the client missed, then what it was told meanwhile. */
  begin(missed: Missed, position: number): void {
    this.#stream.retryAfter(RETRY_MS)
    if (missed === 'reset') this.#stream.send({ event: 'reset', data: {} })
    else this.#say(missed)
    this.#stream.mark(position)
    const early = this.#early ?? []
    this.#early = null
    for (const tell of early) tell()
  }

  tell(changes: readonly RecordChange[], position: number): void {
    this.#whenBegun(() => {
      if (this.#say(changes)) this.#stream.mark(position)
    })
  }

  /** Says that something on the map has moved, to who may see any of it. */
  tellPositions(): void {
    this.#whenBegun(() => {
      if (can(this.#user, MAP_ACCESS)) this.#stream.send({ event: 'positions', data: {} })
    })
  }

  /** Says that the stream is alive, and where it stands. */
  beat(position: number): void {
    this.#whenBegun(() => this.#stream.mark(position))
  }

  /** What is known of the person now; null when the session is over. Whoever may see other things comes back anew. */
  readmit(user: CurrentUser | null): void {
    if (user !== null && viewOf(user) === viewOf(this.#user)) return
    if (user !== null) this.#stream.send({ event: 'access', data: {} })
    this.end()
  }

  end(): void {
    this.#stream.finish()
  }

  #say(changes: readonly RecordChange[]): boolean {
    const visible = changes.filter((change) => maySee(this.#user, change))
    for (const data of visible) this.#stream.send({ event: 'change', data })
    return visible.length > 0
  }

  #whenBegun(tell: () => void): void {
    if (this.#early === null) tell()
    else this.#early.push(tell)
  }
}
