import { can, MAP_ACCESS } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { eventEndpoints, RecordChange } from '#contract/wire/events.ts'
import type { EventStream } from '#server/http/event-stream.ts'
import type { RowsFor } from './round-rows.ts'
import { canSee, visibilityKey } from './visible-changes.ts'

/**
 * Changes that a client missed before its stream began. `isReset`: there are too many, they are unknown, or the user may
 * not see one that shows in a list.
 */
export interface MissedChanges {
  readonly changes: readonly RecordChange[]
  readonly isReset: boolean
}

/** New changes, for all streams. */
export interface Round {
  readonly changes: readonly RecordChange[]
  /** The history position after the changes. */
  readonly position: number
  /** The position for devices that store rows; null when no stream has rows. */
  readonly rows: RoundRows | null
}

/** The rows of a round. See the event `rows`. */
interface RoundRows {
  readonly position: string
  readonly at: number
  readonly order: number
  readonly of: RowsFor
}

interface WatcherParts {
  readonly session: string
  readonly wantsRows: boolean
  /** Signs the links to files in rows for this session. */
  readonly sign: (json: string) => string
}

const RETRY_MS = 2_000

/** One user's event stream, limited to what the user may see. */
export class Watcher {
  readonly session: string
  /** Whether the client wants the changed rows too. */
  readonly wantsRows: boolean
  readonly #sign: WatcherParts['sign']
  readonly #stream: EventStream<typeof eventEndpoints.stream>
  #user: CurrentUser
  /** Messages that arrived before the stream began; null afterward. */
  #early: (() => void)[] | null = []

  constructor(
    stream: EventStream<typeof eventEndpoints.stream>,
    user: CurrentUser,
    { session, wantsRows, sign }: WatcherParts,
  ) {
    this.#sign = sign
    this.#stream = stream
    this.#user = user
    this.session = session
    this.wantsRows = wantsRows
  }

  get user(): CurrentUser {
    return this.#user
  }

  /** Calls `listener` when the stream has ended for any reason. */
  onGone(listener: () => void): void {
    this.#stream.once('close', listener)
  }

  /** Sends the missed changes first, then the messages that arrived meanwhile. */
  begin(missed: MissedChanges, position: number): void {
    this.#stream.sendRetryDelay(RETRY_MS)
    this.#sendVisible(missed.changes)
    if (missed.isReset) this.#stream.send({ event: 'reset', data: {} })
    this.#stream.sendPosition(position)
    const early = this.#early ?? []
    this.#early = null
    for (const send of early) send()
  }

  sendChanges({ changes, position, rows }: Round): void {
    this.#sendOnceBegun(() => {
      const isNews = this.wantsRows && rows !== null ? this.#sendRows(changes, rows) : this.#sendVisible(changes)
      if (isNews) this.#stream.sendPosition(position)
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

  #sendRows(changes: readonly RecordChange[], { position, at, order, of }: RoundRows): boolean {
    const visible = changes.filter((change) => canSee(this.#user, change))
    const lists = this.#sign(of(this.#user))
    if (visible.length === 0 && lists === '[]') return false
    const json = `{"changes":${JSON.stringify(visible)},"position":"${position}","at":${at},"order":${order},"lists":${lists}}`
    this.#stream.sendJson('rows', json)
    return true
  }

  #sendOnceBegun(send: () => void): void {
    if (this.#early === null) send()
    else this.#early.push(send)
  }
}
