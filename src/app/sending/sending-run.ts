import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import type { OutboxSnapshot } from '#src/offline/outbox/show/snapshot.ts'
import { TimeLeft } from './time-left.ts'

/** What the status line tells. */
export type SendingStatus =
  | { readonly is: 'nothing' }
  | {
      readonly is: 'sending'
      /** The files of all changes that are being sent. `at`: which one is on its way, from 1. */
      readonly files: { readonly at: number; readonly of: number; readonly arePhotos: boolean } | null
      /** The changes still to be sent. */
      readonly changes: number
      /** Milliseconds; null while it is not known. */
      readonly leftMs: number | null
    }
  | { readonly is: 'sent'; readonly at: number }

export type SeenSnapshot = Pick<OutboxSnapshot, 'entries' | 'waiting' | 'needsAttention' | 'held' | 'state'>

/** Sending that ends sooner than this, in milliseconds, shows no line: it would only flash. */
const QUICK_MS = 1_000
/** A change that waited longer than this, in milliseconds, is worth the news that it is sent. */
const WAITED_MS = 3_000
/** Between two requests nothing is sent for a moment. The line stays for this long, in milliseconds. */
const BETWEEN_MS = 1_500
/** How long the line says that all is sent, in milliseconds. */
const SENT_FOR_MS = 5 * 60_000

const NOTHING: SendingStatus = { is: 'nothing' }
const OPEN: readonly OutboxEntry['state'][] = ['waiting', 'sending']

/**
 * What is being sent, from the first change that is sent to the moment in which none waits any more. All times in
 * milliseconds since 1970.
 */
export class SendingRun {
  readonly #timeLeft = new TimeLeft()
  readonly #bytesSentOf: (file: StoredFile) => number
  /** The entries of the run, by sequence number. Sent ones stay: their files count. */
  #run = new Map<number, OutboxEntry>()
  #beganAt: number | null = null
  #sendingAt = Number.NEGATIVE_INFINITY
  #wasShown = false
  #sentAt: number | null = null

  /** `bytesSentOf`: how many bytes of a file the server has, as far as this device knows. */
  constructor(bytesSentOf: (file: StoredFile) => number) {
    this.#bytesSentOf = bytesSentOf
  }

  /** Takes the current outbox and returns what to tell. */
  look(snapshot: SeenSnapshot, isOnline: boolean, now: number): SendingStatus {
    const { entries, waiting, state } = snapshot
    if (state === 'stopped' || state === 'starting' || state === 'broken') return this.#end(null)
    if (entries.some((entry) => entry.state === 'sending')) {
      this.#sendingAt = now
      this.#beganAt ??= now
    }
    if (this.#beganAt === null) return waiting > 0 ? this.#end(null) : this.#sent(now)
    this.#takeEntries(snapshot)
    if (waiting === 0) return this.#endOfRun(snapshot, now)
    if (!isOnline || now - this.#sendingAt > BETWEEN_MS) {
      this.#timeLeft.forget()
      return NOTHING
    }
    return this.#sending(now)
  }

  #takeEntries({ entries, held }: SeenSnapshot): void {
    const known = new Map(entries.map((entry) => [entry.seq, entry]))
    for (const [seq, entry] of this.#run) {
      const current = known.get(seq)
      // A sent entry leaves the snapshot when its rows are refetched.
      if (current === undefined ? entry.state !== 'done' : !OPEN.includes(current.state) && current.state !== 'done')
        this.#run.delete(seq)
    }
    for (const entry of entries) {
      const isOfRun = OPEN.includes(entry.state) && entry.seq > (held?.upTo ?? 0)
      if (isOfRun || this.#run.has(entry.seq)) this.#run.set(entry.seq, entry)
    }
  }

  #sending(now: number): SendingStatus {
    const run = [...this.#run.values()]
    const files = run.flatMap(({ files, state }) => files.map((file) => ({ file, isSent: state === 'done' })))
    const sizes = files.map(({ file, isSent }) => (isSent ? file.size : Math.min(this.#bytesSentOf(file), file.size)))
    const total = files.reduce((sum, { file }) => sum + file.size, 0)
    this.#timeLeft.note(
      sizes.reduce((sum, size) => sum + size, 0),
      total,
      now,
    )
    if (now - (this.#beganAt ?? now) < QUICK_MS) return NOTHING
    this.#wasShown = true
    const whole = files.filter(({ file }, index) => sizes[index] === file.size).length
    return {
      is: 'sending',
      files:
        files.length === 0
          ? null
          : {
              at: Math.min(whole + 1, files.length),
              of: files.length,
              arePhotos: files.every(({ file }) => file.type.startsWith('image/')),
            },
      changes: run.filter(({ state }) => state !== 'done').length,
      leftMs: this.#timeLeft.leftMs(now),
    }
  }

  /** Nothing waits any more. What needs the user is not sent: its own line says so. */
  #endOfRun({ needsAttention }: SeenSnapshot, now: number): SendingStatus {
    const done = [...this.#run.values()].filter(({ state }) => state === 'done')
    const isNews = this.#wasShown || done.some(({ madeAt }) => now - madeAt > WAITED_MS)
    const sentAt = done.reduce((last, { settledAt }) => Math.max(last, settledAt ?? now), 0)
    this.#end(isNews && done.length > 0 && needsAttention === 0 ? Math.min(sentAt, now) : null)
    return this.#sent(now)
  }
  #end(sentAt: number | null): SendingStatus {
    this.#run = new Map()
    this.#beganAt = null
    this.#wasShown = false
    this.#timeLeft.forget()
    this.#sentAt = sentAt
    return NOTHING
  }
  #sent(now: number): SendingStatus {
    return this.#sentAt === null || now - this.#sentAt > SENT_FOR_MS ? NOTHING : { is: 'sent', at: this.#sentAt }
  }
}
