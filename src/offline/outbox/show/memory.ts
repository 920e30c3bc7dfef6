import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { RecordQueues } from '#src/offline/outbox/send/record-queues.ts'
import type { Loss, OutboxPorts } from '../ports.ts'
import { unhurried } from './breathe.ts'
import { type BrokenReason, emptySnapshot, type OutboxSnapshot, type Phase, Picture } from './snapshot.ts'

/** With more than this in the outbox listeners are not told of each change by itself. */
const FEW = 100
/** How long a change of many may wait to be told; all tabs show the same within 100 ms. */
const MAX_UNTOLD_MS = 50

/**
 * What this tab knows of the store. It only ever learns by reading the store, in one line of reads: so whatever order
 * tabs and messages come in, the last read of an entry is later than the last change of it.
 */
export class Memory {
  readonly #ports: Pick<OutboxPorts, 'store' | 'device' | 'clock'>
  readonly #registry: Registry
  readonly #known = new Map<number, OutboxEntry>()
  readonly #settled = new Set<number>()
  readonly #listeners = new Set<() => void>()
  #lanes = new RecordQueues()
  #picture: Picture
  /** Null when it is out of date. */
  #snapshot: OutboxSnapshot | null = { ...emptySnapshot, state: 'starting' }
  #loss: Loss | null = null
  #heldUpTo = 0
  #phase: Phase = 'starting'
  #reason: BrokenReason | null = null
  #badge: number | null = null
  #unsettled = 0
  #toldAt = Number.NEGATIVE_INFINITY
  #cancelTelling: (() => void) | null = null
  #line: Promise<void> = Promise.resolve()
  #wanted = new Set<number>()
  #nextRead: Promise<void> | null = null

  constructor(ports: Pick<OutboxPorts, 'store' | 'device' | 'clock'>, registry: Registry) {
    this.#ports = ports
    this.#registry = registry
    this.#picture = new Picture(registry)
  }

  /** What waits as of the last read, whether or not listeners have been told of it yet. */
  snapshot(): OutboxSnapshot {
    this.#snapshot ??= this.#picture.snapshot(this.#phase, this.#reason, this.#loss, this.#heldUpTo)
    return this.#snapshot
  }
  /** Whose turn it is. */
  get lanes(): Pick<RecordQueues, 'next' | 'nextTime' | 'isSending'> {
    return this.#lanes
  }
  /** Those whose rows are still to be fetched. */
  settled(): readonly OutboxEntry[] {
    return [...this.#settled].flatMap((seq) => this.#known.get(seq) ?? [])
  }
  /** Calls `listener` after each change, or at once for several that come close together; answers how to stop. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads everything; at start, and when another tab brought entries back. */
  load(): Promise<void> {
    return this.#inLine(async () => {
      const [entries, settling, meta] = await this.#ports.store.read((tx) =>
        Promise.all([tx.entries(), tx.settling(), tx.meta()]),
      )
      const now = new Map(settling.flatMap(({ seq, entry }) => (entry ? [[seq, entry] as const] : [])))
      for (const entry of entries) now.set(entry.seq, entry)
      for (const [seq, { state }] of this.#known) if (!now.has(seq) && state !== 'done') this.#learn(seq, null)
      await unhurried([...now], ([seq, entry]) => this.#learn(seq, entry))
      this.#loss = meta.loss
      this.#hold(meta.heldUpTo ?? 0)
      this.#changed()
    })
  }
  /** Reads what changed: it costs as much as the changed entries do. What is asked for meanwhile is read together. */
  refresh(seqs: readonly number[]): Promise<void> {
    for (const seq of seqs) this.#wanted.add(seq)
    this.#nextRead ??= this.#inLine(async () => {
      const wanted = [...this.#wanted]
      this.#wanted = new Set()
      this.#nextRead = null
      const { read, meta } = await this.#readOf(wanted)
      // Another tab may have signed in anew and held what waits, or let it go.
      this.#hold(meta.heldUpTo ?? 0)
      for (const { seq, entry, fates } of read) this.#learn(seq, entry ?? this.#afterward(seq, fates))
      this.#changed()
    })
    return this.#nextRead
  }
  /** Stops showing settled entries: their rows have come. */
  release(seqs: readonly number[]): void {
    for (const seq of seqs) if (this.#settled.has(seq)) this.#learn(seq, null)
    this.#changed()
  }
  /** @param reason why it is broken, if it is */
  setPhase(phase: Phase, reason: BrokenReason | null = null): void {
    this.#phase = phase
    this.#reason = reason
    this.#snapshot = null
    this.#tell()
  }
  /** Reads everything known once more: the commands that the app knows have changed. */
  build(): void {
    this.#lanes = new RecordQueues(this.#heldUpTo)
    this.#picture = new Picture(this.#registry)
    for (const entry of this.#known.values()) this.#show(entry)
    this.#snapshot = null
    this.#tell()
  }

  /** One among few is told at once; many that come close together are told together. */
  #changed(): void {
    this.#snapshot = null
    const sinceTold = Math.abs(this.#ports.clock.now() - this.#toldAt)
    if (this.#known.size <= FEW || sinceTold >= MAX_UNTOLD_MS) this.#tell()
    else this.#cancelTelling ??= this.#ports.clock.after(MAX_UNTOLD_MS - sinceTold, () => this.#tell())
  }
  #tell(): void {
    this.#cancelTelling?.()
    this.#cancelTelling = null
    this.#toldAt = this.#ports.clock.now()
    const { waiting, needsAttention } = this.snapshot()
    const before = this.#unsettled
    this.#unsettled = waiting + needsAttention
    this.#showCount(this.#unsettled)
    if (before === 0 && this.#unsettled > 0) this.#ports.device.askToPersist()
    for (const listener of [...this.#listeners]) listener()
  }
  /** On the app's icon, where the next person would read it: it goes when this one signs out. */
  #showCount(unsettled: number): void {
    if (this.#phase !== 'running' && this.#phase !== 'stopped') return
    const count = this.#phase === 'stopped' ? 0 : unsettled
    if (count === this.#badge) return
    this.#badge = count
    this.#ports.device.badge(count)
  }
  async #readOf(seqs: readonly number[]) {
    try {
      return await this.#ports.store.read(async (tx) => ({
        read: await Promise.all(
          seqs.map(async (seq) => ({ seq, entry: await tx.entry(seq), fates: await tx.fatesOf(seq) })),
        ),
        meta: await tx.meta(),
      }))
    } catch (error) {
      // The next who asks reads them too: nobody says again that they changed.
      for (const seq of seqs) this.#wanted.add(seq)
      throw error
    }
  }
  /** Another tab may have fetched its rows already; this one shows the change until its own rows have come. */
  #afterward(seq: number, fates: readonly FinalState[]): OutboxEntry | null {
    const before = this.#known.get(seq)
    const done = fates.find((fate) => fate.state === 'done')
    if (before?.state === 'done') return before
    if (!done || done.isSettling) return done?.entry ?? null
    return before ? { ...before, state: 'done', settledAt: done.settledAt, versions: done.versions } : null
  }
  #hold(upTo: number): void {
    if (upTo === this.#heldUpTo) return
    this.#heldUpTo = upTo
    this.#lanes = new RecordQueues(upTo)
    for (const entry of this.#known.values()) this.#lanes.put(entry, this.#registry.read(entry)?.needs)
  }
  #learn(seq: number, entry: OutboxEntry | null): void {
    const before = this.#known.get(seq)
    if (before && before.id !== entry?.id) this.#registry.forget(before.id)
    if (entry === null) {
      this.#known.delete(seq)
      this.#settled.delete(seq)
      this.#picture.drop(seq)
      this.#lanes.drop(seq)
      return
    }
    this.#known.set(seq, entry)
    if (entry.state === 'done') this.#settled.add(seq)
    else this.#settled.delete(seq)
    this.#show(entry)
  }
  #show(stored: OutboxEntry): void {
    const entry = this.#picture.put(stored)
    this.#lanes.put(entry, this.#registry.read(entry)?.needs)
  }
  /** One after the other; a read that fails does not hold up those behind it. */
  #inLine(read: () => Promise<void>): Promise<void> {
    const own = this.#line.then(read)
    this.#line = own.catch(() => undefined)
    return own
  }
}
