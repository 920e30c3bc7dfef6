import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { RecordQueues } from '#src/offline/outbox/send/record-queues.ts'
import type { Loss, OutboxPorts } from '../ports.ts'
import { type BrokenReason, emptySnapshot, type OutboxSnapshot, type Phase } from './snapshot.ts'
import { SnapshotBuilder } from './snapshot-builder.ts'
import { forEachYielding } from './yield-to-page.ts'

/** With more entries than this, listeners are not notified of each change separately. */
const MAX_IMMEDIATE = 100
/** The longest delay of a notification when many changes follow one another. All tabs show the same within 100 ms. */
const MAX_NOTIFY_DELAY_MS = 50

/**
 * What this tab knows of the store. It learns only by reading the store, one read after another. So the last read of an
 * entry is always later than its last change, in whatever order tabs and messages arrive.
 */
export class Memory {
  readonly #ports: Pick<OutboxPorts, 'store' | 'device' | 'clock'>
  readonly #registry: Registry
  readonly #known = new Map<number, OutboxEntry>()
  readonly #settled = new Set<number>()
  readonly #listeners = new Set<() => void>()
  #recordQueues = new RecordQueues()
  #builder: SnapshotBuilder
  /** Null when out of date. */
  #snapshot: OutboxSnapshot | null = { ...emptySnapshot, state: 'starting' }
  #loss: Loss | null = null
  #heldUpTo = 0
  #phase: Phase = 'starting'
  #brokenReason: BrokenReason | null = null
  #badge: number | null = null
  #unsettled = 0
  #notifiedAt = Number.NEGATIVE_INFINITY
  #cancelNotify: (() => void) | null = null
  #lastRead: Promise<void> = Promise.resolve()
  #wanted = new Set<number>()
  #nextRead: Promise<void> | null = null

  constructor(ports: Pick<OutboxPorts, 'store' | 'device' | 'clock'>, registry: Registry) {
    this.#ports = ports
    this.#registry = registry
    this.#builder = new SnapshotBuilder(registry)
  }

  /** The outbox as of the last read. Listeners may not have been notified of it so far. */
  snapshot(): OutboxSnapshot {
    this.#snapshot ??= this.#builder.snapshot(this.#phase, this.#brokenReason, this.#loss, this.#heldUpTo)
    return this.#snapshot
  }
  /** Which entries may be sent next. */
  get queues(): Pick<RecordQueues, 'nextEntries' | 'nextTime' | 'isSending'> {
    return this.#recordQueues
  }
  /** The settled entries whose rows have not been refetched. */
  settled(): readonly OutboxEntry[] {
    return [...this.#settled].flatMap((seq) => this.#known.get(seq) ?? [])
  }
  /**
   * Calls `listener` after each change, or once for several changes in quick succession. Returns a function that stops.
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads everything: at the start, and when another tab restored entries. */
  load(): Promise<void> {
    return this.#queueRead(async () => {
      const [entries, settling, meta] = await this.#ports.store.read((tx) =>
        Promise.all([tx.entries(), tx.settlingStates(), tx.meta()]),
      )
      const now = new Map(settling.flatMap(({ seq, entry }) => (entry ? [[seq, entry] as const] : [])))
      for (const entry of entries) now.set(entry.seq, entry)
      for (const [seq, { state }] of this.#known) if (!now.has(seq) && state !== 'done') this.#learn(seq, null)
      await forEachYielding([...now], ([seq, entry]) => this.#learn(seq, entry))
      this.#loss = meta.loss
      this.#setHeldUpTo(meta.heldUpTo ?? 0)
      this.#snapshotChanged()
    })
  }
  /**
   * Reads changed entries; the cost depends only on these. Requests that arrive before the read begins are combined.
   */
  refresh(seqs: readonly number[]): Promise<void> {
    for (const seq of seqs) this.#wanted.add(seq)
    this.#nextRead ??= this.#queueRead(async () => {
      const wanted = [...this.#wanted]
      this.#wanted = new Set()
      this.#nextRead = null
      const { read, meta } = await this.#readEntries(wanted)
      // Another tab may have signed in and thereby held entries, or released them.
      this.#setHeldUpTo(meta.heldUpTo ?? 0)
      for (const { seq, entry, finalStates } of read) this.#learn(seq, entry ?? this.#settledEntry(seq, finalStates))
      this.#snapshotChanged()
    })
    return this.#nextRead
  }
  /** See `SnapshotBuilder.noteShown`. */
  noteShown(shown: readonly { readonly seq: number; readonly from: number }[]): void {
    for (const { seq, from } of shown) if (this.#settled.has(seq)) this.#builder.noteShown(seq, from)
    if (shown.length > 0) this.#snapshotChanged()
  }
  /** Stops showing settled entries whose rows have been refetched. */
  release(seqs: readonly number[]): void {
    for (const seq of seqs) if (this.#settled.has(seq)) this.#learn(seq, null)
    this.#snapshotChanged()
  }
  /** @param reason only for the phase `broken` */
  setPhase(phase: Phase, reason: BrokenReason | null = null): void {
    this.#phase = phase
    this.#brokenReason = reason
    this.#snapshot = null
    this.#notify()
  }
  /** Rebuilds everything shown from the known entries, because the commands that the app knows have changed. */
  rebuild(): void {
    this.#recordQueues = new RecordQueues(this.#heldUpTo)
    this.#builder = new SnapshotBuilder(this.#registry, this.#builder)
    for (const entry of this.#known.values()) this.#show(entry)
    this.#snapshot = null
    this.#notify()
  }

  /** Notifies immediately while there are few entries; otherwise combines changes in quick succession. */
  #snapshotChanged(): void {
    this.#snapshot = null
    const sinceNotified = Math.abs(this.#ports.clock.now() - this.#notifiedAt)
    if (this.#known.size <= MAX_IMMEDIATE || sinceNotified >= MAX_NOTIFY_DELAY_MS) this.#notify()
    else this.#cancelNotify ??= this.#ports.clock.after(MAX_NOTIFY_DELAY_MS - sinceNotified, () => this.#notify())
  }
  #notify(): void {
    this.#cancelNotify?.()
    this.#cancelNotify = null
    this.#notifiedAt = this.#ports.clock.now()
    const { waiting, needsAttention } = this.snapshot()
    const before = this.#unsettled
    this.#unsettled = waiting + needsAttention
    this.#showCount(this.#unsettled)
    if (before === 0 && this.#unsettled > 0) this.#ports.device.askToPersist()
    for (const listener of [...this.#listeners]) listener()
  }
  /** Shows the count on the app's icon. It is removed at sign-out, because the next user would see it. */
  #showCount(unsettled: number): void {
    if (this.#phase !== 'running' && this.#phase !== 'stopped') return
    const count = this.#phase === 'stopped' ? 0 : unsettled
    if (count === this.#badge) return
    this.#badge = count
    this.#ports.device.showBadge(count)
  }
  async #readEntries(seqs: readonly number[]) {
    try {
      return await this.#ports.store.read(async (tx) => ({
        read: await Promise.all(
          seqs.map(async (seq) => ({ seq, entry: await tx.entry(seq), finalStates: await tx.finalStatesOf(seq) })),
        ),
        meta: await tx.meta(),
      }))
    } catch (error) {
      // The next refresh reads these entries too, because their change is not announced again.
      for (const seq of seqs) this.#wanted.add(seq)
      throw error
    }
  }
  /**
   * The settled entry to show, if any. Another tab may have refetched the rows already; this tab shows the change until
   * its own rows have been refetched.
   */
  #settledEntry(seq: number, finalStates: readonly FinalState[]): OutboxEntry | null {
    const before = this.#known.get(seq)
    const done = finalStates.find((finalState) => finalState.state === 'done')
    if (before?.state === 'done') return before
    if (!done || done.isSettling) return done?.entry ?? null
    return before ? { ...before, state: 'done', settledAt: done.settledAt, versions: done.versions } : null
  }
  #setHeldUpTo(upTo: number): void {
    if (upTo === this.#heldUpTo) return
    this.#heldUpTo = upTo
    this.#recordQueues = new RecordQueues(upTo)
    for (const entry of this.#known.values()) this.#recordQueues.put(entry, this.#registry.read(entry)?.dependsOn)
  }
  #learn(seq: number, entry: OutboxEntry | null): void {
    const before = this.#known.get(seq)
    if (before && before.id !== entry?.id) this.#registry.forget(before.id)
    if (entry === null) {
      this.#known.delete(seq)
      this.#settled.delete(seq)
      this.#builder.drop(seq)
      this.#recordQueues.drop(seq)
      return
    }
    this.#known.set(seq, entry)
    if (entry.state === 'done') this.#settled.add(seq)
    else this.#settled.delete(seq)
    this.#show(entry)
  }
  #show(stored: OutboxEntry): void {
    const entry = this.#builder.put(stored)
    this.#recordQueues.put(entry, this.#registry.read(entry)?.dependsOn)
  }
  /** Runs reads one after another. A failed read does not block the next ones. */
  #queueRead(read: () => Promise<void>): Promise<void> {
    const result = this.#lastRead.then(read)
    this.#lastRead = result.catch(() => undefined)
    return result
  }
}
