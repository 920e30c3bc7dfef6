import { can, MAP_ACCESS } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { eventEndpoints, RecordChange } from '#contract/wire/events.ts'
import type { EventStream } from '#server/http/event-stream.ts'
import { canSee, visibilityKey } from './visible-changes.ts'

/** Changes that a client missed before its stream began; `reset` when there are too many or they are unknown. */
export type MissedChanges = readonly RecordChange[] | 'reset'

const RETRY_MS = 2_000

/** One user's event stream, limited to what the user may see. */
export class Watcher {
  readonly session: string
  readonly #stream: EventStream<typeof eventEndpoints.stream>
  #user: CurrentUser
  /** Messages that arrived before the stream began; null afterward. */
  #early: (() => void)[] | null = []

  constructor(stream: EventStream<typeof eventEndpoints.stream>, user: CurrentUser, session: string) {
    this.#stream = stream
    this.#user = user
    this.session = session
  }

  get userId(): number {
    return this.#user.id
  }

  /** Calls `listener` when the stream has ended for any reason. */
  onGone(listener: () => void): void {
    this.#stream.once('close', listener)
  }

  /** Sends the missed changes first, then the messages that arrived meanwhile. */
  begin(missed: MissedChanges, position: number): void {
    this.#stream.sendRetryDelay(RETRY_MS)
    if (missed === 'reset') this.#stream.send({ event: 'reset', data: {} })
    else this.#sendVisible(missed)
    this.#stream.sendPosition(position)
    const early = this.#early ?? []
    this.#early = null
    for (const send of early) send()
  }

  sendChanges(changes: readonly RecordChange[], position: number): void {
    this.#sendOnceBegun(() => {
      if (this.#sendVisible(changes)) this.#stream.sendPosition(position)
    })
  }

  /** Reports that something on the map has moved, if the user may see the map. */
  sendPositionsMoved(): void {
    this.#sendOnceBegun(() => {
      if (can(this.#user, MAP_ACCESS)) this.#stream.send({ event: 'positions', data: {} })
    })
  }

  /** Sends a heartbeat with the current position. */
  beat(position: number): void {
    this.#sendOnceBegun(() => this.#stream.sendPosition(position))
  }

  /**
   * Ends the stream when the session is over (null), or when the user's permissions have changed: the client then
   * reconnects.
   */
  readmit(user: CurrentUser | null): void {
    if (user !== null && visibilityKey(user) === visibilityKey(this.#user)) return
    if (user !== null) this.#stream.send({ event: 'access', data: {} })
    this.end()
  }

  end(): void {
    this.#stream.finish()
  }

  #sendVisible(changes: readonly RecordChange[]): boolean {
    const visible = changes.filter((change) => canSee(this.#user, change))
    for (const data of visible) this.#stream.send({ event: 'change', data })
    return visible.length > 0
  }

  #sendOnceBegun(send: () => void): void {
    if (this.#early === null) send()
    else this.#early.push(send)
  }
}
