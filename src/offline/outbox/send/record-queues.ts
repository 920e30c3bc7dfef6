import type { RecordKey } from '#src/offline/command.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { msLeft } from './outcome.ts'

export const MAX_QUEUES = 3

interface QueuedEntry {
  readonly entry: OutboxEntry
  readonly needs: readonly RecordKey[]
}

/**
 * Whose turn it is, kept up with each change, so that finding the next to send costs nothing of what waits behind it.
 * An entry goes only when no earlier unsettled one touches a record that it touches or needs, whatever that one waits
 * for; the rest overtake it. One that only needs a record holds nobody up.
 */
export class RecordQueues {
  readonly #placed = new Map<number, QueuedEntry>()
  /** The numbers of those that touch a record, and of those that need it, in order. */
  readonly #touching = new Map<RecordKey, number[]>()
  readonly #needing = new Map<RecordKey, number[]>()
  /** The numbers of those that wait and whose turn it is, in order. */
  readonly #free: number[] = []
  /** Those up to this number wait for the person's word. */
  readonly #heldUpTo: number
  #signIns = 0
  #sending = 0

  constructor(heldUpTo = -1) {
    this.#heldUpTo = heldUpTo
  }

  /** Takes an entry as it now is; one that is settled holds nothing any more. */
  put(entry: OutboxEntry, needs: readonly RecordKey[] = []): void {
    const before = this.#placed.get(entry.seq)
    const isWhere = before && isSame(before.entry.touches, entry.touches) && isSame(before.needs, needs)
    if (before && !isWhere) this.drop(entry.seq)
    if (entry.state === 'done') {
      this.drop(entry.seq)
      return
    }
    this.#count(this.#placed.get(entry.seq), -1)
    this.#count({ entry }, 1)
    this.#placed.set(entry.seq, { entry, needs })
    if (!isWhere) this.#line(entry.seq, needs, entry.touches, insert)
    this.#judge(entry.seq)
  }
  drop(seq: number): void {
    const before = this.#placed.get(seq)
    if (!before) return
    this.#count(before, -1)
    this.#placed.delete(seq)
    this.#line(seq, before.needs, before.entry.touches, remove)
    this.#judge(seq)
  }

  /** The entries that may be sent now, oldest first, at most `room` of them and none of `flying`. */
  next(now: number, room: number, flying: { has(seq: number): boolean } = new Set()): readonly OutboxEntry[] {
    const due: OutboxEntry[] = []
    // One person, one session: what the server told one entry holds for all.
    if (this.#signIns > 0) return due
    for (const seq of this.#free) {
      if (due.length >= room) break
      const { entry } = this.#placed.get(seq) ?? {}
      if (entry && !flying.has(seq) && msLeft(entry.nextTryAt, now) === 0) due.push(entry)
    }
    return due
  }
  /** When the next entry whose turn it is, but for `others`, may be tried; null when none waits for time. */
  nextTime(others: ReadonlySet<number> = new Set()): number | null {
    if (this.#signIns > 0) return null
    const free = others.size === 0 ? this.#free : this.#free.filter((seq) => !others.has(seq))
    const times = free.map((seq) => this.#placed.get(seq)?.entry.nextTryAt ?? 0)
    return times.length === 0 ? null : times.reduce((least, time) => Math.min(least, time))
  }

  /** Whether any is on its way, as far as this tab knows. */
  get isSending(): boolean {
    return this.#sending > 0
  }

  #count(one: Pick<QueuedEntry, 'entry'> | undefined, by: 1 | -1): void {
    if (one?.entry.state === 'sign_in') this.#signIns += by
    if (one?.entry.state === 'sending') this.#sending += by
  }
  /** Puts a number in the lines of its records, or takes it out, and lets those go on whose turn that changes. */
  #line(seq: number, needs: readonly RecordKey[], touches: readonly RecordKey[], change: typeof insert): void {
    for (const key of needs) changeLine(this.#needing, key, seq, change)
    for (const key of touches) {
      const head = this.#head(key)
      changeLine(this.#touching, key, seq, change)
      const now = this.#head(key)
      if (head === now) continue
      for (const other of [head, now]) if (other !== undefined) this.#judge(other)
      for (const other of this.#needing.get(key) ?? []) this.#judge(other)
    }
  }
  #judge(seq: number): void {
    const { entry, needs } = this.#placed.get(seq) ?? {}
    const isFree =
      entry?.state === 'waiting' &&
      seq > this.#heldUpTo &&
      entry.touches.every((key) => this.#head(key) === seq) &&
      needs?.every((key) => (this.#head(key) ?? seq) >= seq)
    if (isFree) insert(this.#free, seq)
    else remove(this.#free, seq)
  }
  #head(key: RecordKey): number | undefined {
    return this.#touching.get(key)?.[0]
  }
}

function changeLine(lines: Map<RecordKey, number[]>, key: RecordKey, seq: number, change: typeof insert): void {
  const line = lines.get(key) ?? []
  change(line, seq)
  if (line.length > 0) lines.set(key, line)
  else lines.delete(key)
}

const isSame = (one: readonly RecordKey[], other: readonly RecordKey[]) =>
  one === other || (one.length === other.length && one.every((key, at) => key === other[at]))

/** Where a number stands, or would, in an ordered line. */
function placeOf(line: readonly number[], seq: number): number {
  let low = 0
  let high = line.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((line[middle] ?? seq) < seq) low = middle + 1
    else high = middle
  }
  return low
}
function insert(line: number[], seq: number): void {
  const at = placeOf(line, seq)
  if (line[at] !== seq) line.splice(at, 0, seq)
}
function remove(line: number[], seq: number): void {
  const at = placeOf(line, seq)
  if (line[at] === seq) line.splice(at, 1)
}
