import { recordKey } from '#src/offline/command.ts'
import type { FoldEntry } from '#src/offline/fold/fold.ts'
import { IncrementalFold } from '#src/offline/fold/incremental-fold.ts'
import { type EntryState, NEEDS_ATTENTION, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import type { Loss } from '../ports.ts'
import { Marks, markOf } from './marks.ts'
import {
  type BrokenReason,
  concernsAccount,
  type HeldSummary,
  type OutboxSnapshot,
  type OutboxState,
  type Phase,
} from './snapshot.ts'

/**
 * The state behind snapshots, updated entry by entry: the next snapshot costs copies of three indexes and no reading.
 */
export class SnapshotBuilder {
  readonly #registry: Registry
  readonly #marks = new Marks()
  readonly #folding = new IncrementalFold()
  readonly #entries = new Map<number, OutboxEntry>()
  /** See `noteShown`, by sequence number. */
  readonly #shownFrom: Map<number, number>
  #sorted: readonly OutboxEntry[] = []
  #isSorted = true

  /** `before`: the builder that it replaces. */
  constructor(registry: Registry, before?: SnapshotBuilder) {
    this.#registry = registry
    this.#shownFrom = new Map(before === undefined ? [] : before.#shownFrom)
  }

  /** Adds or updates a stored entry. Returns it with the state that this version of the app shows. */
  put(stored: OutboxEntry): OutboxEntry {
    const { seq } = stored
    const reading = this.#registry.read(stored)
    const isKnown = reading !== null || stored.state === 'done' || stored.state === 'sending'
    // `unreadable` is never stored: the next version of the app may understand the entry again.
    const entry: OutboxEntry = isKnown ? stored : { ...stored, state: 'unreadable' }
    this.#entries.set(seq, entry)
    this.#isSorted = false
    const marked = reading?.effects.filter(({ isUnmarked = false }) => !isUnmarked) ?? []
    const shown = marked.map((effect) => recordKey({ name: effect.kind }, effect.key))
    this.#marks.put(seq, markOf(entry.state), [...entry.touches, ...shown])
    const inDataFrom = this.#shownFrom.get(seq)
    const fold = reading && visibleEffects(reading.fold, entry.state)
    this.#folding.set(seq, fold && inDataFrom !== undefined ? { ...fold, inDataFrom } : fold)
    return entry
  }
  /** Notes that data of the server from this moment on (milliseconds since 1970) has a settled entry's change. */
  noteShown(seq: number, from: number): void {
    const entry = this.#entries.get(seq)
    if (entry === undefined) return
    this.#shownFrom.set(seq, from)
    this.put(entry)
  }
  drop(seq: number): void {
    this.#shownFrom.delete(seq)
    if (!this.#entries.delete(seq)) return
    this.#isSorted = false
    this.#marks.put(seq, null, [])
    this.#folding.set(seq, null)
  }

  snapshot(phase: Phase, reason: BrokenReason | null, loss: Loss | null, heldUpTo = 0): OutboxSnapshot {
    const entries = this.#sortedEntries()
    const counts = countsOf(entries)
    const waiting = counts.waiting + counts.sending + counts.sign_in + counts.password
    return {
      entries,
      waiting,
      needsAttention: NEEDS_ATTENTION.reduce((sum, state) => sum + counts[state], 0),
      state: phase === 'running' ? runningState(waiting, counts) : phase,
      reason,
      loss,
      held: summarizeHeld(entries, heldUpTo, this.#registry),
      marks: this.#marks.current(),
      fold: this.#folding.fold(),
    }
  }

  #sortedEntries(): readonly OutboxEntry[] {
    // Entries are nearly always in order already, and sorting a sorted list looks at each entry only once.
    if (!this.#isSorted) this.#sorted = [...this.#entries.values()].sort((a, b) => a.seq - b.seq)
    this.#isSorted = true
    return this.#sorted
  }
}

/**
 * A refused change is not applied: the rows show the server's values with a mark. A record that exists only on this
 * device stays visible.
 */
function visibleEffects(fold: FoldEntry, state: EntryState): FoldEntry {
  return state === 'refused' ? { ...fold, effects: fold.effects.filter(({ act }) => act === 'add') } : fold
}

function summarizeHeld(entries: readonly OutboxEntry[], upTo: number, registry: Registry): HeldSummary | null {
  if (upTo === 0) return null
  const heldEntries = entries.filter(({ seq, state }) => seq <= upTo && state !== 'done' && state !== 'unreadable')
  if (heldEntries.length === 0) return null
  const countWhere = (matches: (entry: OutboxEntry) => boolean) => heldEntries.filter(matches).length
  return {
    count: heldEntries.length,
    upTo,
    madeAt: heldEntries.reduce((last, one) => Math.max(last, one.madeAt), 0),
    accounts: countWhere((entry) => concernsAccount(entry, registry.read(entry))),
    waiting: countWhere(({ state }) => !NEEDS_ATTENTION.includes(state)),
    wereSent: countWhere(({ state, wasSent }) => wasSent && state !== 'refused'),
  }
}

type Counts = Readonly<Record<EntryState, number>>

function countsOf(entries: readonly OutboxEntry[]): Counts {
  const counts = { waiting: 0, sending: 0, sign_in: 0, password: 0, conflict: 0, refused: 0, unreadable: 0, done: 0 }
  for (const { state } of entries) counts[state] += 1
  return counts
}

function runningState(waiting: number, { waiting: free, sending, sign_in, password }: Counts): OutboxState {
  if (sign_in > 0) return 'sign_in'
  if (sending > 0) return 'sending'
  if (password > 0 && free === 0) return 'password'
  return waiting > 0 ? 'waiting' : 'idle'
}
