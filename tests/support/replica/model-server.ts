import { can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Db } from '#server/db/db.ts'
import { EventFeed } from '#server/modules/events/event-feed.ts'
import { watch } from '#server/modules/events/event-service.ts'
import { findRowsOfChanges } from '#server/modules/events/own-rows.ts'
import { findChanges } from '#server/modules/events/sync-service.ts'
import { Watcher } from '#server/modules/events/watcher.ts'
import type { CompanyModel, ModelChange } from './company-model.ts'
import { accessOf, byName, type ModelList, rowsOf } from './model-lists.ts'

/** One part of a stream: an event as JSON, or the position that the client resumes from. */
export type Frame = { readonly event: string; readonly json: string } | { readonly position: string }

/** Stands for `EventStream`: what the server writes waits until the device reads it. */
export class ModelStream {
  readonly frames: Frame[] = []
  isOver = false
  readonly #onClose: (() => void)[] = []

  once(_event: 'close', listener: () => void): void {
    this.#onClose.push(listener)
  }
  sendRetryDelay(): void {
    // The test decides when the device connects again.
  }
  send({ event, data }: { readonly event: string; readonly data: unknown }): void {
    this.sendJson(event, JSON.stringify(data))
  }
  sendJson(event: string, json: string): void {
    if (!this.isOver) this.frames.push({ event, json })
  }
  sendPosition(position: number): void {
    if (!this.isOver) this.frames.push({ position: String(position) })
  }
  /** The end of the response, or of the connection: what was written before is still sent. */
  finish(): void {
    if (this.isOver) return
    this.isOver = true
    for (const listener of this.#onClose) listener()
  }
}

export interface PageQuery {
  readonly cursor?: string
  readonly offset?: string | number
  readonly limit?: string | number
}

interface Page {
  readonly count: number
  readonly next: string | null
  readonly previous: null
  readonly results: readonly unknown[]
}

/** The server's own code for events and changed rows, over a `CompanyModel` instead of a database. */
export class ModelServer {
  readonly company: CompanyModel
  /** By session. */
  readonly users: Map<string, CurrentUser>
  #feed: EventFeed
  readonly errors: unknown[] = []

  constructor(company: CompanyModel, users: ReadonlyMap<string, CurrentUser>) {
    this.company = company
    this.users = new Map(users)
    this.#feed = this.#openFeed()
  }

  get sql(): Db {
    return this.company as unknown as Db
  }

  #openFeed(): EventFeed {
    const db = { listen: (listener: () => void) => this.company.onCommit(listener) }
    return new EventFeed({
      db: Object.assign(this.company, db) as unknown as Db,
      readmit: (sessions) =>
        this.company.read(
          () => new Map(sessions.flatMap((one) => (this.users.has(one) ? [[one, this.userOf(one)]] : []))),
        ),
      elapsed: () => performance.now(),
      clock: () => new Date(),
      log: { error: (details) => void this.errors.push(details) },
    })
  }

  userOf(session: string): CurrentUser {
    const user = this.users.get(session)
    if (user === undefined) throw new Error(`no session ${session}`)
    return user
  }

  /** Ends all streams, as when the process ends, and starts again. */
  async restart(): Promise<void> {
    const former = this.#feed
    this.#feed = this.#openFeed()
    await former.stop()
  }
  stop = (): Promise<void> => this.#feed.stop()

  /** `GET /api/events/`. */
  async connect(session: string, lastEventId: string | null, pastSeconds: number): Promise<ModelStream> {
    const stream = new ModelStream()
    const watcher = new Watcher(stream as never, this.userOf(session), {
      session,
      wantsRows: true,
      sign: (json) => json,
    })
    const since = { lastEventId, pastSeconds: lastEventId === null ? pastSeconds : null, now: new Date() }
    await watch(this.#feed, this.sql, watcher, since)
    return stream
  }

  /** `GET /api/sync/`. */
  async sync(session: string, after: string | undefined, lists: readonly string[] | undefined): Promise<unknown> {
    return JSON.parse(await findChanges(this.sql, { after, lists, user: this.userOf(session), now: new Date() }))
  }

  /** A page of a list: after the row in `cursor`, or from `offset` on. Null when the user may not see the list. */
  async page(session: string, list: ModelList, { cursor, offset, limit }: PageQuery): Promise<Page | null> {
    const user = this.userOf(session)
    if (!can(user, accessOf(list))) return null
    return this.company.read((model) => {
      const rows = rowsOf(model, list, user)
      const last = cursor === undefined ? null : JSON.parse(cursor)
      const from = last === null ? Number(offset ?? 0) : rows.filter((row) => byName(row, last) <= 0).length
      const results = rows.slice(from, from + Number(limit))
      const { id, user: person } = results.at(-1) ?? {}
      const next = new URLSearchParams({ cursor: JSON.stringify({ id, user: person }) })
      return {
        count: rows.length,
        next: from + results.length < rows.length ? `/api/?${next}` : null,
        previous: null,
        results: JSON.parse(JSON.stringify(results)),
      }
    })
  }

  /** A change that is committed at once, and the rows with which its response comes; null for none. */
  async change(session: string, change: ModelChange): Promise<unknown> {
    const since = new Date(Date.now() - 1)
    const user = this.userOf(session)
    const begun = this.company.begin(change)
    if (begun === null) return null
    this.company.commit(begun)
    const findUser = () => this.company.read(() => this.userOf(session))
    const rows = await findRowsOfChanges(this.sql, { user, since, findUser }, new Date())
    return rows === null ? null : JSON.parse(rows)
  }
}
