import type { RecordKey } from '#src/offline/command.ts'
import type { EntryState } from '#src/offline/outbox/entry/entry.ts'

export type Mark = 'waiting' | 'sending' | 'sign_in' | 'password' | 'attention'

const STRENGTH: Readonly<Record<Mark, number>> = { waiting: 1, sending: 2, sign_in: 3, password: 4, attention: 5 }

export function markOf(state: EntryState): Mark | null {
  if (state === 'done') return null
  if (state === 'conflict' || state === 'refused' || state === 'unreadable') return 'attention'
  return state
}

/**
 * The strongest mark of each record, updated with every change. An update costs only as much as the records it marks.
 */
export class Marks {
  readonly #keys = new Map<number, readonly RecordKey[]>()
  readonly #marks = new Map<RecordKey, Map<number, Mark>>()
  readonly #stale = new Set<RecordKey>()
  #current: ReadonlyMap<RecordKey, Mark> = new Map()

  /** Sets an entry's marks, replacing its previous ones. */
  put(seq: number, mark: Mark | null, keys: readonly RecordKey[]): void {
    for (const key of this.#keys.get(seq) ?? []) {
      const marks = this.#marks.get(key)
      marks?.delete(seq)
      if (marks?.size === 0) this.#marks.delete(key)
      this.#stale.add(key)
    }
    this.#keys.delete(seq)
    if (mark === null) return
    this.#keys.set(seq, keys)
    for (const key of keys) {
      const marks = this.#marks.get(key) ?? new Map<number, Mark>()
      this.#marks.set(key, marks.set(seq, mark))
      this.#stale.add(key)
    }
  }

  /** The same value until a mark changes. */
  current(): ReadonlyMap<RecordKey, Mark> {
    const changed = [...this.#stale].flatMap((key) => {
      const mark = strongest(this.#marks.get(key))
      return mark === (this.#current.get(key) ?? null) ? [] : [{ key, mark }]
    })
    this.#stale.clear()
    if (changed.length === 0) return this.#current
    const next = new Map(this.#current)
    for (const { key, mark } of changed) {
      if (mark === null) next.delete(key)
      else next.set(key, mark)
    }
    this.#current = next
    return next
  }
}

function strongest(marks: ReadonlyMap<number, Mark> | undefined): Mark | null {
  let strongestMark: Mark | null = null
  for (const mark of marks?.values() ?? [])
    if (strongestMark === null || STRENGTH[mark] > STRENGTH[strongestMark]) strongestMark = mark
  return strongestMark
}
