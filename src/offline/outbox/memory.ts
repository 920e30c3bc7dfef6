import type { Fate, OutboxEntry } from './entry.ts'
import type { Loss, OutboxPorts } from './ports.ts'
import type { Registry } from './registry.ts'
import { emptySnapshot, type OutboxSnapshot, snapshotOf } from './snapshot.ts'

type Phase = 'starting' | 'running' | 'broken' | 'stopped'

/**
 * What this tab knows of the store. It only ever learns by reading the store, in one line of reads: so whatever order
 * tabs and messages come in, the last read of an entry is later than the last change of it.
 */
export class Memory {
  readonly #ports: Pick<OutboxPorts, 'store' | 'device'>
  readonly #registry: Registry
  readonly #known = new Map<number, OutboxEntry>()
  readonly #listeners = new Set<() => void>()
  #snapshot: OutboxSnapshot = { ...emptySnapshot, state: 'starting' }
  #loss: Loss | null = null
  #phase: Phase = 'starting'
  #badge: number | null = null
  #line: Promise<void> = Promise.resolve()

  constructor(ports: Pick<OutboxPorts, 'store' | 'device'>, registry: Registry) {
    this.#ports = ports
    this.#registry = registry
  }

  snapshot(): OutboxSnapshot {
    return this.#snapshot
  }
  /** Calls `listener` after each change; answers how to stop. */
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
      for (const [seq, entry] of now) this.#learn(seq, entry)
      this.#loss = meta.loss
      this.build()
    })
  }
  /** Reads what changed: it costs as much as the changed entries do. */
  refresh(seqs: readonly number[]): Promise<void> {
    return this.#inLine(async () => {
      const read = await this.#ports.store.read((tx) =>
        Promise.all(seqs.map(async (seq) => ({ seq, entry: await tx.entry(seq), fates: await tx.fatesOf(seq) }))),
      )
      for (const { seq, entry, fates } of read) this.#learn(seq, entry ?? this.#settled(seq, fates))
      this.build()
    })
  }
  /** Stops showing a settled entry: its rows have come. */
  release(seq: number): void {
    this.#learn(seq, null)
    this.build()
  }
  setPhase(phase: Phase): void {
    this.#phase = phase
    this.build()
  }
  /** Makes the snapshot anew: what is known, or the commands that the app knows, have changed. */
  build(): void {
    const stored = [...this.#known.values()].sort((a, b) => a.seq - b.seq)
    const before = this.#snapshot.waiting + this.#snapshot.needsAttention
    this.#snapshot = snapshotOf(stored, this.#registry, this.#phase, this.#loss, this.#snapshot)
    const after = this.#snapshot.waiting + this.#snapshot.needsAttention
    this.#showCount(after)
    if (before === 0 && after > 0) this.#ports.device.askToPersist()
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
  /** Another tab may have fetched its rows already; this one shows the change until its own rows have come. */
  #settled(seq: number, fates: readonly Fate[]): OutboxEntry | null {
    const before = this.#known.get(seq)
    const done = fates.find((fate) => fate.state === 'done')
    if (before?.state === 'done') return before
    if (!done || done.entry) return done?.entry ?? null
    return before ? { ...before, state: 'done', settledAt: done.settledAt, versions: done.versions } : null
  }
  #learn(seq: number, entry: OutboxEntry | null): void {
    const before = this.#known.get(seq)
    if (before && before.id !== entry?.id) this.#registry.forget(before.id)
    if (entry) this.#known.set(seq, entry)
    else this.#known.delete(seq)
  }
  /** One after the other; a read that fails does not hold up those behind it. */
  #inLine(read: () => Promise<void>): Promise<void> {
    const own = this.#line.then(read)
    this.#line = own.catch(() => undefined)
    return own
  }
}
