import { MAX_BATCH_SIZE } from '#contract/wire/changes.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { senderLock } from '#src/offline/outbox/entry/names.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import type { Memory } from '#src/offline/outbox/show/memory.ts'
import type { OutboxPorts } from '../ports.ts'
import { batchesOf } from './batches.ts'
import { FROZEN, isFrozen, whenFrozen } from './frozen.ts'
import { msLeft } from './outcome.ts'
import { MAX_QUEUES } from './record-queues.ts'
import { sendBatch, takeOver } from './send-batch.ts'

const MAX_REFUSALS = 2
/** How long this tab leaves its storage in peace after it failed. */
const DEVICE_PAUSE_MS = 30_000

export interface ReplayDeps {
  readonly ports: OutboxPorts
  readonly user: string
  readonly registry: Registry
  readonly memory: Memory
  /** Tells other tabs, and reads here, what has changed. */
  readonly changed: (seqs: readonly number[]) => Promise<void>
  /** Reads here alone what this tab had wrong: nothing has changed by that, and tabs that tell each other so never end. */
  readonly reread: (seqs: readonly number[]) => Promise<void>
}

/**
 * Sends what may be sent. One tab does at a time: each has at most one request in line for the lock, and none gives its
 * place up for a guess that another is at it.
 */
export class Replay {
  readonly #deps: ReplayDeps
  readonly #end = new AbortController()
  /** Called off when the browser freezes this tab; anew when it goes on. */
  #going = new AbortController()
  /** The requests under way, by the numbers of the entries that each carries. */
  readonly #flying = new Map<number, Promise<void>>()
  /** The numbers of entries that nobody here begins to send for the moment. */
  readonly #held = new Map<symbol, number>()
  /**
   * How often the disk did not let an entry go that this tab took for due. It is read anew then, and goes the second time; a
   * third would be for nothing, over and over.
   */
  readonly #refusals = new Map<number, number>()
  /** The last request was answered: before one has been, nobody knows what a way carries, and few are sent. */
  #isProven = false
  #inLine: Promise<void> | null = null
  #isBegun = false
  /** Something has changed since this tab last looked for entries to send. */
  #isStale = false
  #pausedUntil = 0
  #wake: () => void = () => undefined
  #cancelTimer: () => void = () => undefined

  constructor(deps: ReplayDeps) {
    this.#deps = deps
  }

  /** Sends from now on; before that it is not known what may be sent, whatever is already shown. */
  begin(): void {
    this.#isBegun = true
    this.kick()
  }
  /** Looks for what may be sent, as soon as this tab has the lock. Cheap to call often. */
  readonly kick = (): void => {
    if (!this.#isBegun || this.#end.signal.aborted) return
    this.#isStale = true
    this.#refusals.clear()
    this.#wake()
    // A tab that is granted the lock in its sleep would keep it from all others.
    if (!this.#going.signal.aborted) this.#inLine ??= this.#queue()
  }
  /** Nobody sends before `until`. */
  pause(until: number): void {
    this.#pausedUntil = until
  }
  resume(): void {
    this.#pausedUntil = 0
    this.kick()
  }
  /**
   * This tab is frozen in a moment, for nobody knows how long: calls off what is on its way, gives up its place in line
   * and lets the lock go at once, without waiting for the disk. What it was sending stays on record as on its way; the
   * tab that has the lock next takes it over.
   */
  freeze(): void {
    this.#going.abort(FROZEN)
    this.#cancelTimer()
    this.#wake()
  }
  thaw(): void {
    if (!this.#going.signal.aborted) return
    this.#going = new AbortController()
    this.kick()
  }
  /** Calls off what is on its way (it is sent again under the same key); resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#end.abort()
    this.#cancelTimer()
    this.#wake()
    await this.#inLine
  }

  /**
   * Does what must not cross with an attempt: this tab begins none at the entry until that is done, and then looks anew. It
   * starts when the attempt that is under way, if there is one, is over, or after so many milliseconds: one that has just
   * been sent off is on record as sent, and a moment later it may be known that it never left.
   * @param seq null for an entry that nobody sends any more
   */
  async heldBack<Answer>(seq: number | null, ms: number, work: () => Promise<Answer>): Promise<Answer> {
    const held = Symbol('held')
    if (seq !== null) this.#held.set(held, seq)
    try {
      if (seq !== null) await this.#landed(seq, ms)
      return await work()
    } finally {
      this.#held.delete(held)
      this.kick()
    }
  }

  async #landed(seq: number, ms: number): Promise<void> {
    const flight = this.#flying.get(seq)
    if (!flight) return
    let cancel: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      cancel = this.#deps.ports.clock.after(ms, resolve)
    })
    await Promise.race([flight, late])
    cancel()
  }

  async #queue(): Promise<void> {
    const { ports, user } = this.#deps
    const signal = AbortSignal.any([this.#end.signal, this.#going.signal])
    try {
      await ports.locks.hold(senderLock(user), 'exclusive', () => this.#drain(signal), signal)
    } catch {
      // The lock or the disk failed, or the end came: what waits goes on waiting, and is looked for again after a while.
      this.#leaveDeviceInPeace()
    }
    this.#inLine = null
    if (this.#isStale) this.kick()
    else this.#armTimer()
  }

  async #drain(signal: AbortSignal): Promise<void> {
    await Promise.race([takeOver(this.#deps, signal), whenFrozen(signal)])
    do {
      this.#isStale = false
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      for (const load of this.#loads()) {
        const flight = this.#fly(load, signal)
        for (const { seq } of load) this.#flying.set(seq, flight)
      }
      if (this.#flying.size > 0) await Promise.race([...this.#flying.values(), woken])
    } while (!isFrozen(signal) && (this.#flying.size > 0 || this.#isStale))
  }

  #isCalledOff(): boolean {
    return this.#end.signal.aborted || this.#going.signal.aborted
  }
  /** What may be sent now, as many requests as there are lanes free. */
  #loads(): readonly (readonly OutboxEntry[])[] {
    const { ports, memory } = this.#deps
    const now = ports.clock.now()
    if (msLeft(this.#pausedUntil, now) > 0 || this.#isCalledOff()) return []
    const room = MAX_QUEUES - new Set(this.#flying.values()).size
    const most = this.#isProven ? MAX_BATCH_SIZE : 1
    const busy = new Set([...this.#flying.keys(), ...this.#held.values(), ...this.#refused()])
    return batchesOf(memory.lanes.next(now, room * most, busy), room)
  }

  async #fly(load: readonly OutboxEntry[], signal: AbortSignal): Promise<void> {
    try {
      const sent = await sendBatch(this.#deps, load, signal)
      this.#note(load, sent !== null)
      if (sent) this.#isProven = sent.isAnswered
      if (sent && sent.pauseMs !== null) this.#pauseEverywhere(sent.pauseMs)
    } catch {
      // The disk failed: the entries are on record as on their way, and are taken over when the disk works again.
      this.#leaveDeviceInPeace()
    }
    for (const { seq } of load) this.#flying.delete(seq)
    this.#isStale = true
  }

  #note(load: readonly OutboxEntry[], isSent: boolean): void {
    // What is sent may have been what another waited for.
    if (isSent) this.#refusals.clear()
    else for (const { seq } of load) this.#refusals.set(seq, (this.#refusals.get(seq) ?? 0) + 1)
  }
  /** The numbers of those that wait for news, whatever this tab takes them for; they hold up no other. */
  #refused(): ReadonlySet<number> {
    return new Set([...this.#refusals].flatMap(([seq, times]) => (times < MAX_REFUSALS ? [] : [seq])))
  }
  #pauseEverywhere(ms: number): void {
    const { clock, channel } = this.#deps.ports
    this.#pausedUntil = clock.now() + ms
    channel.post({ say: 'pause', until: this.#pausedUntil })
  }
  #leaveDeviceInPeace(): void {
    this.#isStale = false
    this.#pausedUntil = this.#deps.ports.clock.now() + DEVICE_PAUSE_MS
  }

  #armTimer(): void {
    const { ports, memory } = this.#deps
    this.#cancelTimer()
    const now = ports.clock.now()
    // One left on its way by a tab that ended, or by a disk that failed, is taken over by the next who looks.
    const later = now + DEVICE_PAUSE_MS
    const refused = this.#refused()
    const isLater = memory.lanes.isSending || refused.size > 0
    const next = memory.lanes.nextTime(refused) ?? (isLater ? later : null)
    // Who is done with what is held back looks anew.
    if (next === null || this.#held.size > 0 || this.#isCalledOff()) return
    const wait = Math.max(msLeft(next, now), msLeft(this.#pausedUntil, now))
    this.#cancelTimer = ports.clock.after(wait, this.kick)
  }
}
