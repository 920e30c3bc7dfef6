import type { CurrentUser } from '#contract/wire/current-user.ts'
import { Problem } from '#server/base/problem.ts'
import type { Db } from '#server/db/db.ts'
import { findMoveMark, type HistoryRow } from './event-repository.ts'
import { HistoryReader } from './history-reader.ts'
import { readRowsFor, rowsNotRead } from './round-rows.ts'
import { positionText } from './sync-position.ts'
import { marked } from './sync-service.ts'
import { changesOf } from './visible-changes.ts'
import type { Round, Watcher } from './watcher.ts'

export interface FeedParts {
  readonly db: Db
  /** The users of the passed sessions that are still valid, by session. */
  readonly readmit: (sessions: readonly string[]) => Promise<ReadonlyMap<string, CurrentUser>>
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed: () => number
  readonly clock: () => Date
  readonly log: { error(details: object, message: string): void }
}

/** Interval of history reads when the database's notifications do not arrive. */
const LOOK_MS = 3_000
const BEAT_MS = 20_000
/** Sessions are checked again for every set of changes, and at this interval without changes. */
const READMIT_MS = 60_000
/** Minimum time between two rounds, however many changes are committed. */
const ROUND_MS = 100
/** Many tablets may share one account. One more stream than this ends the account's oldest stream. */
const MAX_OF_ONE_PERSON = 50
const MAX_OF_ALL = 5_000

const tooManyStreams = () =>
  new Problem(503, { detail: 'Too many people are listening just now. Try again later.' }, { 'retry-after': '60' })

/**
 * Sends new history rows to this process's streams. The history is read once for all streams, and not at all without
 * streams.
 */
export class EventFeed {
  readonly #parts: FeedParts
  readonly #watchers = new Set<Watcher>()
  #reader: HistoryReader | null = null
  #stops: readonly (() => void)[] = []
  /** Rows that were read but not sent yet. */
  #unsent: HistoryRow[] = []
  /** The map's move mark at the last check; undefined before the first check. */
  #moveMark: string | null | undefined = undefined
  /** The map is checked at the fixed interval only: moves do not send notifications, so they start no rounds. */
  #isMapDue = false
  #readmittedAt = Number.NEGATIVE_INFINITY
  #round: Promise<void> | null = null
  #hasNews = false
  #isOver = false

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  /** Adds a watcher. Returns the history position after which every new row is sent to the watcher. */
  async join(watcher: Watcher): Promise<number> {
    if (this.#watchers.size >= MAX_OF_ALL) throw tooManyStreams()
    this.#watchers.add(watcher)
    watcher.onGone(() => this.#leave(watcher))
    const [oldest, ...others] = [...this.#watchers].filter(({ user }) => user.id === watcher.user.id)
    if (others.length >= MAX_OF_ONE_PERSON) oldest?.end()
    if (this.#isOver) watcher.end()
    this.#reader ??= this.#open()
    const { start, position } = this.#reader
    await start()
    return position()
  }

  /** Ends all streams and rejects new ones. Resolves when the last read has finished. */
  async stop(): Promise<void> {
    this.#isOver = true
    for (const watcher of this.#watchers) watcher.end()
    this.#close()
    await this.#round
  }

  #open(): HistoryReader {
    const { db, elapsed } = this.#parts
    const look = () => {
      this.#isMapDue = true
      this.#startRound(false)
    }
    const looking = setInterval(look, LOOK_MS).unref()
    const beating = setInterval(() => this.#beat(), BEAT_MS).unref()
    const stopListening = db.listen(() => this.#startRound(true))
    this.#stops = [stopListening, () => clearInterval(looking), () => clearInterval(beating)]
    return new HistoryReader(db, elapsed)
  }

  #leave(watcher: Watcher): void {
    this.#watchers.delete(watcher)
    if (this.#watchers.size === 0) this.#close()
  }

  #close(): void {
    for (const stop of this.#stops) stop()
    this.#stops = []
    this.#reader = null
    this.#moveMark = undefined
    this.#unsent = []
  }

  #beat(): void {
    // The position must be before rows that were read but not sent, because a client resumes from it.
    const position = this.#unsent.reduce((least, { seq }) => Math.min(least, seq - 1), this.#reader?.position() ?? 0)
    for (const watcher of this.#watchers) watcher.beat(position)
  }

  /** Starts a round if none runs. News during a round starts one more round `ROUND_MS` later. */
  #startRound(isNews: boolean): void {
    this.#hasNews ||= isNews
    const reader = this.#reader
    if (this.#round !== null || reader === null) return
    const hasNews = this.#hasNews
    this.#hasNews = false
    this.#round = this.#runRound(reader, hasNews)
      .catch((error: unknown) => {
        this.#hasNews ||= hasNews
        this.#parts.log.error({ err: error }, 'what is new could not be read; it is tried again')
      })
      .finally(() => {
        this.#round = null
        if (this.#hasNews) setTimeout(() => this.#startRound(false), ROUND_MS).unref()
      })
  }

  async #runRound(reader: HistoryReader, hasNews: boolean): Promise<void> {
    const isDue = hasNews || this.#parts.elapsed() - this.#readmittedAt >= READMIT_MS
    const keep = (row: HistoryRow) => {
      if (reader === this.#reader) this.#unsent.push(row)
    }
    const map = this.#isMapDue ? this.#checkMap() : null
    this.#isMapDue = false
    // `allSettled` waits for both, even when one fails: rows that were read are not read again, and two reads must never
    // run at the same time.
    for (const one of await Promise.allSettled([reader.next(keep), map]))
      if (one.status === 'rejected') throw one.reason
    if (reader !== this.#reader) return
    const news = this.#unsent
    const rows = news.length > 0 ? await this.#readRows(reader, news) : null
    // After the reads: nothing is sent to a user who lost the permission before it was read.
    if (isDue || news.length > 0) await this.#readmitAll()
    if (reader !== this.#reader || news.length === 0) return
    this.#unsent = []
    const round = { changes: changesOf(news), position: reader.position(), rows }
    for (const watcher of this.#watchers) watcher.sendChanges(round)
  }

  /** The changed rows for the streams that want them; null when none does. */
  async #readRows(reader: HistoryReader, news: readonly HistoryRow[]): Promise<Round['rows']> {
    const users = [...this.#watchers].filter(({ wantsRows }) => wantsRows).map(({ user }) => user)
    if (users.length === 0) return null
    const { db, clock, log } = this.#parts
    const now = clock()
    // The position first: a change that is committed between the two reads is sent now and again later, never lost.
    const position = positionText(await marked(db, reader.tailAt(now.getTime())))
    const of = await readRowsFor(db, news, users, now).catch((error: unknown) => {
      log.error({ err: error }, 'changed rows could not be read; devices request them')
      return rowsNotRead(news)
    })
    const at = Math.max(...news.map((one) => one.at))
    const order = Math.max(...news.map(({ seq }) => seq))
    return { position, at, order, of }
  }

  async #checkMap(): Promise<void> {
    const moved = await findMoveMark(this.#parts.db)
    const isNews = this.#moveMark !== undefined && this.#moveMark !== moved
    this.#moveMark = moved
    if (isNews) for (const watcher of this.#watchers) watcher.sendPositionsMoved()
  }

  /** Ends the streams of users whose session is over or whose permissions have changed. */
  async #readmitAll(): Promise<void> {
    const watchers = [...this.#watchers]
    const people = await this.#parts.readmit(watchers.map(({ session }) => session))
    this.#readmittedAt = this.#parts.elapsed()
    for (const watcher of watchers) watcher.readmit(people.get(watcher.session) ?? null)
  }
}
