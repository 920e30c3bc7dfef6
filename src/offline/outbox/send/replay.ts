import { MAX_BATCH_SIZE } from '#contract/wire/changes.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { senderLock } from '#src/offline/outbox/entry/names.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import type { Memory } from '#src/offline/outbox/show/memory.ts'
import type { OutboxPorts } from '../ports.ts'
import { batchesOf } from './batches.ts'
import { FROZEN, isFrozen, whenFrozen } from './frozen.ts'
import { msLeft } from './outcome.ts'
import { MAX_PARALLEL_REQUESTS } from './record-queues.ts'
import { resetInterrupted, sendBatch } from './send-batch.ts'

const MAX_TIMES_UNSENDABLE = 2
/** How long this tab leaves device storage alone after a failure. */
const DEVICE_PAUSE_MS = 30_000

export interface ReplayDeps {
  readonly ports: OutboxPorts
  readonly user: string
  readonly registry: Registry
  readonly memory: Memory
  /** Notifies other tabs of the changed entries and reads them in this tab. */
  readonly announce: (seqs: readonly number[]) => Promise<void>
  /** Shows the rows that came with the response to these entries, in all tabs. See `OutboxPorts.onRows`. */
  readonly takeRows: (ids: readonly string[], rows: unknown) => void
  /**
   * Reads entries again that are outdated in this tab. Other tabs are not notified: nothing changed on disk, and tabs
   * would answer each other in a loop.
   */
  readonly reread: (seqs: readonly number[]) => Promise<void>
}

/**
 * Sends the entries that may be sent. Only one tab sends at a time. Each tab has at most one pending request for the
 * lock. Only `stop` and `freeze` give it up, never a guess that another tab is sending.
 */
export class Replay {
  readonly #deps: ReplayDeps
  readonly #untilStopped = new AbortController()
  /** Aborted when the browser freezes this tab; replaced in `thaw`. */
  #untilFrozen = new AbortController()
  /** The requests in flight, by the sequence number of each entry in them. */
  readonly #inFlight = new Map<number, Promise<void>>()
  /** The sequence numbers of entries that this tab does not begin to send for now. */
  readonly #suspended = new Map<symbol, number>()
  /**
   * How often an entry that looked due in this tab could not be sent according to the disk. It is then read again and
   * usually goes. Further attempts would fail in the same way, in a loop.
   */
  readonly #timesUnsendable = new Map<number, number>()
  /** The server applied or declined a change of the last request. Until then, each request has one entry. */
  #isConnectionProven = false
  #lockRequest: Promise<void> | null = null
  #hasBegun = false
  /** Something has changed since this tab last looked for entries to send. */
  #isStale = false
  #pausedUntil = 0
  #wake: () => void = () => undefined
  #cancelTimer: () => void = () => undefined

  constructor(deps: ReplayDeps) {
    this.#deps = deps
  }

  /** Starts sending. Before, entries may be shown already, but it is not yet known which of them may be sent. */
  begin(): void {
    this.#hasBegun = true
    this.kick()
  }
  /** Looks for entries to send as soon as this tab has the lock. Cheap to call often. */
  readonly kick = (): void => {
    if (!this.#hasBegun || this.#untilStopped.signal.aborted) return
    this.#isStale = true
    this.#timesUnsendable.clear()
    this.#wake()
    // A frozen tab that is granted the lock would keep it from all others.
    if (!this.#untilFrozen.signal.aborted) this.#lockRequest ??= this.#requestLock()
  }
  /** Nothing is sent before `until`, in milliseconds since 1970. */
  pause(until: number): void {
    this.#pausedUntil = until
  }
  resume(): void {
    this.#pausedUntil = 0
    this.kick()
  }
  /**
   * The browser is about to freeze this tab for an unknown time. Aborts requests in flight, gives up the place in the
   * queue for the lock, and releases the lock immediately, without waiting for the disk. Entries being sent stay stored
   * as `sending`; the next tab with the lock resets them.
   */
  freeze(): void {
    this.#untilFrozen.abort(FROZEN)
    this.#cancelTimer()
    this.#wake()
  }
  thaw(): void {
    if (!this.#untilFrozen.signal.aborted) return
    this.#untilFrozen = new AbortController()
    this.kick()
  }
  /** Aborts requests in flight; they are sent again under the same key. Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#untilStopped.abort()
    this.#cancelTimer()
    this.#wake()
    await this.#lockRequest
  }

  /**
   * Runs work that must not overlap with an attempt. Until the work is done, this tab begins no attempt at the entry;
   * then it looks for entries to send again. The work starts when the attempt in flight has ended, if there is one, or
   * after `ms` milliseconds. An entry is marked as sent before its request leaves. If the request never left, the mark
   * is taken back during this wait, and the change can simply be removed.
   * @param seq null for an entry that is not sent any more
   */
  async withEntrySuspended<Result>(seq: number | null, ms: number, work: () => Promise<Result>): Promise<Result> {
    const suspension = Symbol('suspended')
    if (seq !== null) this.#suspended.set(suspension, seq)
    try {
      if (seq !== null) await this.#waitForAttempt(seq, ms)
      return await work()
    } finally {
      this.#suspended.delete(suspension)
      this.kick()
    }
  }

  async #waitForAttempt(seq: number, ms: number): Promise<void> {
    const attempt = this.#inFlight.get(seq)
    if (!attempt) return
    let cancel: () => void = () => undefined
    const timeout = new Promise<void>((resolve) => {
      cancel = this.#deps.ports.clock.after(ms, resolve)
    })
    await Promise.race([attempt, timeout])
    cancel()
  }

  async #requestLock(): Promise<void> {
    const { ports, user } = this.#deps
    const signal = AbortSignal.any([this.#untilStopped.signal, this.#untilFrozen.signal])
    try {
      await ports.locks.hold(senderLock(user), 'exclusive', () => this.#sendAllDue(signal), signal)
    } catch {
      // The lock or the disk failed, or the tab stopped. Entries go on waiting; this tab looks again after a pause.
      this.#pauseForDevice()
    }
    this.#lockRequest = null
    if (this.#isStale) this.kick()
    else this.#armTimer()
  }

  async #sendAllDue(signal: AbortSignal): Promise<void> {
    await Promise.race([resetInterrupted(this.#deps, signal), whenFrozen(signal)])
    do {
      this.#isStale = false
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      for (const batch of this.#dueBatches()) {
        const attempt = this.#sendOneBatch(batch, signal)
        for (const { seq } of batch) this.#inFlight.set(seq, attempt)
      }
      if (this.#inFlight.size > 0) await Promise.race([...this.#inFlight.values(), woken])
    } while (!isFrozen(signal) && (this.#inFlight.size > 0 || this.#isStale))
  }

  #isAborted(): boolean {
    return this.#untilStopped.signal.aborted || this.#untilFrozen.signal.aborted
  }
  /** The batches that may be sent now, one for each free request slot. */
  #dueBatches(): readonly (readonly OutboxEntry[])[] {
    const { ports, memory } = this.#deps
    const now = ports.clock.now()
    if (msLeft(this.#pausedUntil, now) > 0 || this.#isAborted()) return []
    const room = MAX_PARALLEL_REQUESTS - new Set(this.#inFlight.values()).size
    const maxBatchSize = this.#isConnectionProven ? MAX_BATCH_SIZE : 1
    const busy = new Set([...this.#inFlight.keys(), ...this.#suspended.values(), ...this.#unsendableSeqs()])
    return batchesOf(memory.queues.nextEntries(now, room * maxBatchSize, busy), room)
  }

  async #sendOneBatch(batch: readonly OutboxEntry[], signal: AbortSignal): Promise<void> {
    try {
      const result = await sendBatch(this.#deps, batch, signal)
      this.#countUnsendable(batch, result !== null)
      if (result) this.#isConnectionProven = result.isAnswered
      if (result && result.pauseMs !== null) this.#pauseEverywhere(result.pauseMs)
    } catch {
      // The disk failed: the entries stay stored as `sending` and are reset when the disk works again.
      this.#pauseForDevice()
    }
    for (const { seq } of batch) this.#inFlight.delete(seq)
    this.#isStale = true
  }

  #countUnsendable(batch: readonly OutboxEntry[], isSent: boolean): void {
    // A sent entry may have been the one that an unsendable entry waited for.
    if (isSent) this.#timesUnsendable.clear()
    else for (const { seq } of batch) this.#timesUnsendable.set(seq, (this.#timesUnsendable.get(seq) ?? 0) + 1)
  }
  /** Entries that this tab does not try again until something changes. They delay no other entry. */
  #unsendableSeqs(): ReadonlySet<number> {
    return new Set([...this.#timesUnsendable].flatMap(([seq, times]) => (times < MAX_TIMES_UNSENDABLE ? [] : [seq])))
  }
  #pauseEverywhere(ms: number): void {
    const { clock, channel } = this.#deps.ports
    this.#pausedUntil = clock.now() + ms
    channel.post({ say: 'pause', until: this.#pausedUntil })
  }
  #pauseForDevice(): void {
    this.#isStale = false
    this.#pausedUntil = this.#deps.ports.clock.now() + DEVICE_PAUSE_MS
  }

  #armTimer(): void {
    const { ports, memory } = this.#deps
    this.#cancelTimer()
    const now = ports.clock.now()
    // An entry left as `sending` by a closed tab or a failed disk is reset by the next look.
    const laterLook = now + DEVICE_PAUSE_MS
    const unsendable = this.#unsendableSeqs()
    const mustLookAgain = memory.queues.isSending || unsendable.size > 0
    const next = memory.queues.nextTime(unsendable) ?? (mustLookAgain ? laterLook : null)
    // `withEntrySuspended` looks again when its work is done.
    if (next === null || this.#suspended.size > 0 || this.#isAborted()) return
    const wait = Math.max(msLeft(next, now), msLeft(this.#pausedUntil, now))
    this.#cancelTimer = ports.clock.after(wait, this.kick)
  }
}
