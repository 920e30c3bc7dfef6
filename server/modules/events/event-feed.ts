import type { CurrentUser } from '#contract/wire/current-user.ts'
import { Problem } from '#server/base/problem.ts'
import type { Db } from '#server/db/db.ts'
import { findMoved, type HistoryRow } from './event-repository.ts'
import { HistoryReader } from './history-reader.ts'
import { changesOf } from './visible-changes.ts'
import type { Watcher } from './watcher.ts'

export interface FeedParts {
  readonly db: Db
  /** The people of those sessions that are live, by session. */
  readonly readmit: (sessions: readonly string[]) => Promise<ReadonlyMap<string, CurrentUser>>
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed: () => number
  readonly log: { error(details: object, message: string): void }
}

/** Where news does not come through, the history is looked at so often. */
const LOOK_MS = 3_000
const BEAT_MS = 20_000
/** Sessions are asked about whenever there is news, and so often without. */
const READMIT_MS = 60_000
/** However much is committed, rounds are so far apart. */
const ROUND_MS = 100
/** One account may be that of many tablets; of more than these the one that came first goes. */
const MAX_OF_ONE_PERSON = 50
const MAX_OF_ALL = 5_000

const tooManyStreams = () =>
  new Problem(503, { detail: 'Too many people are listening just now. Try again later.' }, { 'retry-after': '60' })

/** Tells the streams of this process what appears in the history: read once for all of them, and only for some. */
export class EventFeed {
  readonly #parts: FeedParts
  readonly #watchers = new Set<Watcher>()
  #reader: HistoryReader | null = null
  #stops: readonly (() => void)[] = []
  /** Read, and not told yet. */
  #untold: HistoryRow[] = []
  /** The mark of the map at the last look; undefined before the first. */
  #moved: string | null | undefined = undefined
  /** Moves are no news that wakes anybody: they are looked for with each look, and with no round between. */
  #isMapDue = false
  #readmittedAt = Number.NEGATIVE_INFINITY
  #round: Promise<void> | null = null
  #hasNews = false
  #isOver = false

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  /** From now on the watcher is told of every row that appears. Answers the position from which on that is so. */
  async join(watcher: Watcher): Promise<number> {
    if (this.#watchers.size >= MAX_OF_ALL) throw tooManyStreams()
    this.#watchers.add(watcher)
    watcher.onGone(() => this.#leave(watcher))
    const [oldest, ...others] = [...this.#watchers].filter(({ person }) => person === watcher.person)
    if (others.length >= MAX_OF_ONE_PERSON) oldest?.end()
    if (this.#isOver) watcher.end()
    this.#reader ??= this.#open()
    const { start, position } = this.#reader
    await start()
    return position()
  }

  /** Ends all streams, and those that still come; resolves when nothing is read any more. */
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
      this.#wake(false)
    }
    const looking = setInterval(look, LOOK_MS).unref()
    const beating = setInterval(() => this.#beat(), BEAT_MS).unref()
    const stopListening = db.listen(() => this.#wake(true))
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
    this.#moved = undefined
    this.#untold = []
  }

  #beat(): void {
    // Whoever comes back with it must still hear what is read and not told yet.
    const position = this.#untold.reduce((least, { seq }) => Math.min(least, seq - 1), this.#reader?.position() ?? 0)
    for (const watcher of this.#watchers) watcher.beat(position)
  }

  /** One round at a time; news that comes during one gives one more, a moment later. */
  #wake(isNews: boolean): void {
    this.#hasNews ||= isNews
    const reader = this.#reader
    if (this.#round !== null || reader === null) return
    const hasNews = this.#hasNews
    this.#hasNews = false
    this.#round = this.#look(reader, hasNews)
      .catch((error: unknown) => {
        this.#hasNews ||= hasNews
        this.#parts.log.error({ err: error }, 'what is new could not be read; it is tried again')
      })
      .finally(() => {
        this.#round = null
        if (this.#hasNews) setTimeout(() => this.#wake(false), ROUND_MS).unref()
      })
  }

  async #look(reader: HistoryReader, hasNews: boolean): Promise<void> {
    const isDue = hasNews || this.#parts.elapsed() - this.#readmittedAt >= READMIT_MS
    const keep = (row: HistoryRow) => {
      if (reader === this.#reader) this.#untold.push(row)
    }
    // Together: whoever made the change is about to fetch it, and shall hear of it before. Both to their end, whatever
    // becomes of the other: what was read is not read again, and never two readings at once.
    const map = this.#isMapDue ? this.#lookAtMap() : null
    this.#isMapDue = false
    const done = await Promise.allSettled([reader.next(keep), map, isDue ? this.#readmit() : null])
    for (const one of done) if (one.status === 'rejected') throw one.reason
    if (reader !== this.#reader) return
    if (!isDue && this.#untold.length > 0) await this.#readmit()
    const changes = changesOf(this.#untold)
    this.#untold = []
    if (changes.length === 0) return
    for (const watcher of this.#watchers) watcher.tell(changes, reader.position())
  }

  async #lookAtMap(): Promise<void> {
    const moved = await findMoved(this.#parts.db)
    const isNews = this.#moved !== undefined && this.#moved !== moved
    this.#moved = moved
    if (isNews) for (const watcher of this.#watchers) watcher.tellPositions()
  }

  /** Ends the streams of those who may not see the same any more. */
  async #readmit(): Promise<void> {
    const asked = [...this.#watchers]
    const people = await this.#parts.readmit(asked.map(({ session }) => session))
    this.#readmittedAt = this.#parts.elapsed()
    for (const watcher of asked) watcher.readmit(people.get(watcher.session) ?? null)
  }
}
