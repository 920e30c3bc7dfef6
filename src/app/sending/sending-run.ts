import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import type { OutboxSnapshot } from '#src/offline/outbox/show/snapshot.ts'
import { TimeLeft } from './time-left.ts'

/** What the status line tells. */
export type SendingStatus =
  | { readonly is: 'nothing' }
  /** Between two attempts, or too soon to tell: nothing is shown, and nothing new is read out. */
  | { readonly is: 'pausing' }
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

export interface SeenOutbox extends Pick<OutboxSnapshot, 'entries' | 'waiting' | 'needsAttention' | 'state'> {
  /** See `openEntries`. Called only during a run: it looks at all entries. */
  readonly open: () => ReadonlySet<number>
}

/** Sending that ends sooner than this, in milliseconds, shows no line: it would only flash. */
const QUICK_MS = 1_000
/** A change that waited longer than this, in milliseconds, is worth the news that it is sent. */
const WAITED_MS = 3_000
/** Between two requests nothing is sent for a moment. The line stays for this long, in milliseconds. */
const BETWEEN_MS = 1_500
/** How long the line says that all is sent, in milliseconds. */
const SENT_FOR_MS = 5 * 60_000

const NOTHING: SendingStatus = { is: 'nothing' }
const PAUSING: SendingStatus = { is: 'pausing' }

/**
 * What is being sent, from the first change that is sent to the moment in which no more can be sent. All times in
 * milliseconds since 1970.
 */
export class SendingRun {
  readonly #timeLeft = new TimeLeft()
  readonly #bytesSentOf: (file: StoredFile) => number
  /** The entries of the run, by sequence number. Sent ones stay: their files count. */
  #run = new Map<number, OutboxEntry>()
  #isRunning = false
  /** When the current stretch without a pause began. */
  #beganAt: number | null = null
  #sendingAt = Number.NEGATIVE_INFINITY
  #wasShown = false
  #sentAt: number | null = null

  /** `bytesSentOf`: how many bytes of a file the server has, as far as this device knows. */
  constructor(bytesSentOf: (file: StoredFile) => number) {
    this.#bytesSentOf = bytesSentOf
  }

  /** Takes the current outbox and returns what to tell. */
  look(outbox: SeenOutbox, isOnline: boolean, now: number): SendingStatus {
    const { entries, waiting, state } = outbox
    if (state === 'stopped' || state === 'starting' || state === 'broken') return this.#end(null)
    if (entries.some((entry) => entry.state === 'sending')) {
      this.#isRunning = true
      this.#sendingAt = now
      this.#beganAt ??= now
    }
    if (!this.#isRunning) return waiting > 0 ? this.#end(null) : this.#sent(now)
    const open = outbox.open()
    this.#takeEntries(entries, open)
    if (open.size === 0) return this.#endOfRun(outbox, now)
    if (!isOnline || now - this.#sendingAt > BETWEEN_MS) {
      this.#timeLeft.forget()
      this.#beganAt = null
      return PAUSING
    }
    return this.#sending(now)
  }

  #takeEntries(entries: readonly OutboxEntry[], open: ReadonlySet<number>): void {
    const known = new Map(entries.map((entry) => [entry.seq, entry]))
    for (const [seq, entry] of this.#run) {
      const current = known.get(seq)
      // A sent entry leaves the snapshot when its rows are refetched.
      if (current === undefined ? entry.state !== 'done' : !open.has(seq) && current.state !== 'done')
        this.#run.delete(seq)
    }
    for (const entry of entries) {
      if (open.has(entry.seq) || this.#run.has(entry.seq)) this.#run.set(entry.seq, entry)
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
    if (now - (this.#beganAt ?? now) < QUICK_MS) return PAUSING
    this.#wasShown = true
    const open = run.filter(({ state }) => state !== 'done')
    const whole = files.filter(({ file }, index) => sizes[index] === file.size).length
    return {
      is: 'sending',
      files: open.every(({ files }) => files.length === 0)
        ? null
        : {
            at: Math.min(whole + 1, files.length),
            of: files.length,
            arePhotos: files.every(({ file }) => file.type.startsWith('image/')),
          },
      changes: open.length,
      leftMs: this.#timeLeft.leftMs(now),
    }
  }

  /** Nothing more can be sent. What waits for the user or needs attention is not sent: its own line says so. */
  #endOfRun({ waiting, needsAttention }: SeenOutbox, now: number): SendingStatus {
    const done = [...this.#run.values()].filter(({ state }) => state === 'done')
    const isNews = this.#wasShown || done.some(({ madeAt }) => now - madeAt > WAITED_MS)
    const sentAt = done.reduce((last, { settledAt }) => Math.max(last, settledAt ?? now), 0)
    this.#end(isNews && done.length > 0 && waiting === 0 && needsAttention === 0 ? Math.min(sentAt, now) : null)
    return this.#sent(now)
  }
  #end(sentAt: number | null): SendingStatus {
    this.#run = new Map()
    this.#isRunning = false
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
