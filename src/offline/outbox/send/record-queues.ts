import type { RecordKey } from '#src/offline/command.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { msLeft } from './outcome.ts'

export const MAX_PARALLEL_REQUESTS = 3

interface QueuedEntry {
  readonly entry: OutboxEntry
  readonly dependsOn: readonly RecordKey[]
}

/**
 * One queue for each record, updated with every change, so that finding the next entries to send does not depend on how
 * many wait. An entry may be sent when no earlier unsettled entry touches a record that it touches or depends on,
 * whatever state that earlier entry is in. All other entries may overtake it. An entry blocks only records that it
 * touches, not records that it merely depends on.
 */
export class RecordQueues {
  readonly #queued = new Map<number, QueuedEntry>()
  /** The sequence numbers of the entries that touch a record, and of those that depend on it, in order. */
  readonly #touching = new Map<RecordKey, number[]>()
  readonly #depending = new Map<RecordKey, number[]>()
  /** The sequence numbers of waiting entries that nothing blocks, in order. */
  readonly #free: number[] = []
  /** Entries up to this sequence number are held. */
  readonly #heldUpTo: number
  #signInCount = 0
  #sendingCount = 0

  constructor(heldUpTo = -1) {
    this.#heldUpTo = heldUpTo
  }

  /** Adds or updates an entry. A done entry is removed, so that it blocks nothing. */
  put(entry: OutboxEntry, dependsOn: readonly RecordKey[] = []): void {
    const before = this.#queued.get(entry.seq)
    const isInPlace =
      before && haveSameKeys(before.entry.touches, entry.touches) && haveSameKeys(before.dependsOn, dependsOn)
    if (before && !isInPlace) this.drop(entry.seq)
    if (entry.state === 'done') {
      this.drop(entry.seq)
      return
    }
    this.#count(this.#queued.get(entry.seq), -1)
    this.#count({ entry }, 1)
    this.#queued.set(entry.seq, { entry, dependsOn })
    if (!isInPlace) this.#updateQueues(entry.seq, dependsOn, entry.touches, insert)
    this.#updateFree(entry.seq)
  }
  drop(seq: number): void {
    const before = this.#queued.get(seq)
    if (!before) return
    this.#count(before, -1)
    this.#queued.delete(seq)
    this.#updateQueues(seq, before.dependsOn, before.entry.touches, remove)
    this.#updateFree(seq)
  }

  /** The entries that may be sent now, oldest first: at most `room` of them, without those `inFlight`. */
  nextEntries(now: number, room: number, inFlight: { has(seq: number): boolean } = new Set()): readonly OutboxEntry[] {
    const due: OutboxEntry[] = []
    // All entries share one user and one session: a sign-in that one entry needs, all need.
    if (this.#signInCount > 0) return due
    for (const seq of this.#free) {
      if (due.length >= room) break
      const { entry } = this.#queued.get(seq) ?? {}
      if (entry && !inFlight.has(seq) && msLeft(entry.nextTryAt, now) === 0) due.push(entry)
    }
    return due
  }
  /** When the next unblocked entry may be tried, apart from `excluded`; null when there is none. */
  nextTime(excluded: ReadonlySet<number> = new Set()): number | null {
    if (this.#signInCount > 0) return null
    const free = excluded.size === 0 ? this.#free : this.#free.filter((seq) => !excluded.has(seq))
    const times = free.map((seq) => this.#queued.get(seq)?.entry.nextTryAt ?? 0)
    return times.length === 0 ? null : times.reduce((least, time) => Math.min(least, time))
  }

  /** Whether an entry is being sent, as far as this tab knows. */
  get isSending(): boolean {
    return this.#sendingCount > 0
  }

  #count(queued: Pick<QueuedEntry, 'entry'> | undefined, change: 1 | -1): void {
    if (queued?.entry.state === 'sign_in') this.#signInCount += change
    if (queued?.entry.state === 'sending') this.#sendingCount += change
  }
  /** Adds an entry to the queues of its records, or removes it, and updates the entries whose turn that changes. */
  #updateQueues(
    seq: number,
    dependsOn: readonly RecordKey[],
    touches: readonly RecordKey[],
    change: typeof insert,
  ): void {
    for (const key of dependsOn) changeQueue(this.#depending, key, seq, change)
    for (const key of touches) {
      const head = this.#firstTouching(key)
      changeQueue(this.#touching, key, seq, change)
      const now = this.#firstTouching(key)
      if (head === now) continue
      for (const other of [head, now]) if (other !== undefined) this.#updateFree(other)
      for (const other of this.#depending.get(key) ?? []) this.#updateFree(other)
    }
  }
  #updateFree(seq: number): void {
    const { entry, dependsOn } = this.#queued.get(seq) ?? {}
    const isFree =
      entry?.state === 'waiting' &&
      seq > this.#heldUpTo &&
      entry.touches.every((key) => this.#firstTouching(key) === seq) &&
      dependsOn?.every((key) => (this.#firstTouching(key) ?? seq) >= seq)
    if (isFree) insert(this.#free, seq)
    else remove(this.#free, seq)
  }
  #firstTouching(key: RecordKey): number | undefined {
    return this.#touching.get(key)?.[0]
  }
}

function changeQueue(queues: Map<RecordKey, number[]>, key: RecordKey, seq: number, change: typeof insert): void {
  const queue = queues.get(key) ?? []
  change(queue, seq)
  if (queue.length > 0) queues.set(key, queue)
  else queues.delete(key)
}

const haveSameKeys = (one: readonly RecordKey[], other: readonly RecordKey[]) =>
  one === other || (one.length === other.length && one.every((key, index) => key === other[index]))

/** The index of a number in an ordered queue, or the index at which to insert it. */
function positionOf(queue: readonly number[], seq: number): number {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((queue[middle] ?? seq) < seq) low = middle + 1
    else high = middle
  }
  return low
}
function insert(queue: number[], seq: number): void {
  const index = positionOf(queue, seq)
  if (queue[index] !== seq) queue.splice(index, 0, seq)
}
function remove(queue: number[], seq: number): void {
  const index = positionOf(queue, seq)
  if (queue[index] === seq) queue.splice(index, 1)
}
