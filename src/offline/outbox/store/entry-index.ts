import type { RecordKey } from '#src/offline/command.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'

/** Finds unsettled entries. */
export interface EntryFinder {
  all(): readonly OutboxEntry[]
  get(seq: number): OutboxEntry | undefined
  byId(id: string): OutboxEntry | undefined
  touching(key: RecordKey): readonly OutboxEntry[]
  inState(state: EntryState): readonly OutboxEntry[]
}

const bySeq = (one: OutboxEntry, other: OutboxEntry) => one.seq - other.seq

/** Entries by sequence number, id, record and state. A lookup costs only as much as it finds. */
export class EntryIndex implements EntryFinder {
  readonly #entries = new Map<number, OutboxEntry>()
  readonly #ids = new Map<string, number>()
  readonly #keys = new Map<RecordKey, Set<number>>()
  readonly #states = new Map<EntryState, Set<number>>()

  put(entry: OutboxEntry): void {
    const { seq } = entry
    this.drop(seq)
    this.#entries.set(seq, entry)
    this.#ids.set(entry.id, seq)
    for (const key of entry.touches) add(this.#keys, key, seq)
    add(this.#states, entry.state, seq)
  }
  drop(seq: number): void {
    const before = this.#entries.get(seq)
    if (!before) return
    this.#entries.delete(seq)
    if (this.#ids.get(before.id) === seq) this.#ids.delete(before.id)
    for (const key of before.touches) remove(this.#keys, key, seq)
    remove(this.#states, before.state, seq)
  }

  all(): readonly OutboxEntry[] {
    return [...this.#entries.values()].sort(bySeq)
  }
  get(seq: number): OutboxEntry | undefined {
    return this.#entries.get(seq)
  }
  byId(id: string): OutboxEntry | undefined {
    const seq = this.#ids.get(id)
    return seq === undefined ? undefined : this.#entries.get(seq)
  }
  touching(key: RecordKey): readonly OutboxEntry[] {
    return this.#of(this.#keys.get(key))
  }
  inState(state: EntryState): readonly OutboxEntry[] {
    return this.#of(this.#states.get(state))
  }
  #of(seqs: ReadonlySet<number> | undefined): readonly OutboxEntry[] {
    return [...(seqs ?? [])].flatMap((seq) => this.#entries.get(seq) ?? []).sort(bySeq)
  }
}

function add<Key>(sets: Map<Key, Set<number>>, key: Key, seq: number): void {
  const set = sets.get(key)
  if (set) set.add(seq)
  else sets.set(key, new Set([seq]))
}
function remove<Key>(sets: Map<Key, Set<number>>, key: Key, seq: number): void {
  const set = sets.get(key)
  set?.delete(seq)
  if (set?.size === 0) sets.delete(key)
}

/** Entries with changes laid over them. Lookups see the entries as if the changes were made. */
export class OverlaidEntries implements EntryFinder {
  readonly #below: EntryFinder
  readonly #above = new EntryIndex()
  /** The sequence numbers of entries that were put or dropped. */
  readonly changed = new Set<number>()

  constructor(below: EntryFinder) {
    this.#below = below
  }
  put(entry: OutboxEntry): void {
    this.changed.add(entry.seq)
    this.#above.put(entry)
  }
  drop(seq: number): void {
    this.changed.add(seq)
    this.#above.drop(seq)
  }
  /** The entries that were put, in their latest form. */
  get putEntries(): readonly OutboxEntry[] {
    return this.#above.all()
  }

  all(): readonly OutboxEntry[] {
    return this.#over(this.#below.all(), this.#above.all())
  }
  get(seq: number): OutboxEntry | undefined {
    return this.changed.has(seq) ? this.#above.get(seq) : this.#below.get(seq)
  }
  byId(id: string): OutboxEntry | undefined {
    const above = this.#above.byId(id)
    if (above) return above
    const below = this.#below.byId(id)
    return below && !this.changed.has(below.seq) ? below : undefined
  }
  touching(key: RecordKey): readonly OutboxEntry[] {
    return this.#over(this.#below.touching(key), this.#above.touching(key))
  }
  inState(state: EntryState): readonly OutboxEntry[] {
    return this.#over(this.#below.inState(state), this.#above.inState(state))
  }
  #over(below: readonly OutboxEntry[], above: readonly OutboxEntry[]): readonly OutboxEntry[] {
    if (this.changed.size === 0) return below
    return [...below.filter(({ seq }) => !this.changed.has(seq)), ...above].sort(bySeq)
  }
}
