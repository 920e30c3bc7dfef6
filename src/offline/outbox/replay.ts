import type { OutboxEntry } from './entry.ts'
import { MOST_LANES, nextTimeToSend, nextToSend } from './lanes.ts'
import type { Memory } from './memory.ts'
import { senderLock } from './names.ts'
import { msLeft } from './outcome.ts'
import type { OutboxPorts } from './ports.ts'
import type { Registry } from './registry.ts'
import { sendOne, takeOver } from './send-one.ts'

/** How long this tab leaves its storage in peace after it failed. */
const DEVICE_PAUSE_MS = 30_000

export interface ReplayDeps {
  readonly ports: OutboxPorts
  readonly user: string
  readonly registry: Registry
  readonly memory: Memory
  /** Tells other tabs, and reads here, what has changed. */
  readonly changed: (seqs: readonly number[]) => Promise<void>
  /** Takes the answer of a settled entry, before it is seen to be settled. */
  readonly settled: (entry: OutboxEntry, reply: unknown) => void
}

/**
 * Sends what may be sent. One tab does at a time: each has at most one request in line for the lock, and none gives its
 * place up for a guess that another is at it.
 */
export class Replay {
  readonly #deps: ReplayDeps
  readonly #end = new AbortController()
  readonly #flying = new Map<number, Promise<void>>()
  #inLine: Promise<void> | null = null
  /** Something has changed since this tab last looked for entries to send. */
  #isStale = false
  #pausedUntil = 0
  #wake: () => void = () => undefined
  #cancelTimer: () => void = () => undefined

  constructor(deps: ReplayDeps) {
    this.#deps = deps
  }

  /** Looks for what may be sent, as soon as this tab has the lock. Cheap to call often. */
  readonly kick = (): void => {
    if (this.#end.signal.aborted) return
    this.#isStale = true
    this.#wake()
    this.#inLine ??= this.#queue()
  }
  /** Nobody sends before `until`. */
  pause(until: number): void {
    this.#pausedUntil = until
  }
  resume(): void {
    this.#pausedUntil = 0
    this.kick()
  }
  /** Calls off what is on its way (it is sent again under the same key); resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#end.abort()
    this.#cancelTimer()
    this.#wake()
    await this.#inLine
  }

  async #queue(): Promise<void> {
    const { ports, user } = this.#deps
    try {
      await ports.locks.hold(senderLock(user), 'exclusive', () => this.#drain(), this.#end.signal)
    } catch {
      // The lock or the disk failed, or the end came: what waits goes on waiting, and is looked for again after a while.
      this.#leaveDeviceInPeace()
    }
    this.#inLine = null
    if (this.#isStale) this.kick()
    else this.#armTimer()
  }

  async #drain(): Promise<void> {
    await takeOver(this.#deps)
    do {
      this.#isStale = false
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      for (const entry of this.#sendable()) this.#flying.set(entry.seq, this.#fly(entry))
      if (this.#flying.size > 0) await Promise.race([...this.#flying.values(), woken])
    } while (this.#flying.size > 0 || this.#isStale)
  }

  #sendable(): readonly OutboxEntry[] {
    const { ports, memory } = this.#deps
    const now = ports.clock.now()
    if (msLeft(this.#pausedUntil, now) > 0 || this.#end.signal.aborted) return []
    return nextToSend(memory.snapshot().entries, now, MOST_LANES)
      .filter((entry) => !this.#flying.has(entry.seq))
      .slice(0, MOST_LANES - this.#flying.size)
  }

  async #fly(entry: OutboxEntry): Promise<void> {
    try {
      const pauseMs = await sendOne(this.#deps, entry, this.#end.signal)
      if (pauseMs !== null) this.#pauseEverywhere(pauseMs)
    } catch {
      // The disk failed: the entry is on record as on its way, and is taken over when the disk works again.
      this.#leaveDeviceInPeace()
    }
    this.#flying.delete(entry.seq)
    this.#isStale = true
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
    const { entries } = memory.snapshot()
    this.#cancelTimer()
    // One left on its way by a tab that ended, or by a disk that failed, is taken over by the next who looks.
    const isLeft = entries.some((entry) => entry.state === 'sending')
    const now = ports.clock.now()
    const next = nextTimeToSend(entries) ?? (isLeft ? now + DEVICE_PAUSE_MS : null)
    if (next === null || this.#end.signal.aborted) return
    const wait = Math.max(msLeft(next, now), msLeft(this.#pausedUntil, now))
    this.#cancelTimer = ports.clock.after(wait, this.kick)
  }
}
