/** A change of a run, to be compared with the server's data at the end. */
export interface LedgerChange {
  /** The name of the changed record. */
  readonly record: string
  /** The new value, unique in the run. */
  readonly value: string
  /** Whether the app has shown the value on the record's row. It does so only when a change is in both copies. */
  isAccepted: boolean
}

export class Ledger {
  readonly #changes: LedgerChange[] = []

  /** Records a change just before the app gets it. Returns a function that records that the change was accepted. */
  begin(record: string, value: string): () => void {
    const change: LedgerChange = { record, value, isAccepted: false }
    this.#changes.push(change)
    return () => {
      change.isAccepted = true
    }
  }
  records(): readonly string[] {
    return [...new Set(this.#changes.map((one) => one.record))]
  }
  changesOf(record: string): readonly LedgerChange[] {
    return this.#changes.filter((one) => one.record === record)
  }
  all(): readonly LedgerChange[] {
    return this.#changes
  }
}

export interface Judgment {
  readonly accepted: number
  /** Accepted, and on the server as a change of its own. */
  readonly applied: number
  /** Accepted and not on the server, but replaced by a later change of the same record that is on the server. */
  readonly merged: number
  /** Not accepted before the kill, but on the server, which is allowed once. */
  readonly appliedUnaccepted: number
  /** Descriptions of the broken promises; empty when all were kept. */
  readonly breaches: readonly string[]
}

/**
 * Compares a ledger with the server. `valuesOf` returns the values of the run that a record has had, in order. Waiting
 * changes of one record can be merged; the last of them then stands for all.
 */
export function judge(ledger: Ledger, valuesOf: (record: string) => readonly string[]): Judgment {
  const breaches: string[] = []
  let applied = 0
  let merged = 0
  let appliedUnaccepted = 0
  for (const record of ledger.records()) {
    const changes = ledger.changesOf(record)
    const values = valuesOf(record)
    const places = changes.map(({ value }) => values.flatMap((one, at) => (one === value ? [at] : [])))
    for (const [at, { value, isAccepted }] of changes.entries()) {
      const own = places[at] ?? []
      const isFollowed = places.slice(at + 1).some((later) => later.length > 0)
      if (own.length > 1) breaches.push(`${value} of ${record} was made ${own.length} times`)
      if (own.length > 0 && isAccepted) applied += 1
      if (own.length > 0 && !isAccepted) appliedUnaccepted += 1
      if (own.length === 0 && isAccepted && isFollowed) merged += 1
      if (own.length === 0 && isAccepted && !isFollowed) breaches.push(`${value} of ${record} was accepted and is lost`)
    }
    const order = values.map((value) => changes.findIndex((one) => one.value === value))
    const isInOrder = order.every((place, at) => at === 0 || (order[at - 1] ?? -1) <= place)
    if (!isInOrder) breaches.push(`${record} was changed out of order: ${values.join(', ')}`)
    if (order.includes(-1)) breaches.push(`${record} has a value that nobody made: ${values.join(', ')}`)
  }
  const accepted = ledger.all().filter((one) => one.isAccepted).length
  return { accepted, applied, merged, appliedUnaccepted, breaches }
}

/** For changes that are never merged: describes that some are only on the server as later changes. */
export const mergedAway = ({ merged }: Judgment): readonly string[] =>
  merged > 0 ? [`${merged} accepted changes are not at the server`] : []

/**
 * Changes that reached the server under more than one idempotency key. `bodies`: the request body by key. Setting the
 * same value twice leaves no trace in a record's history, so a second key is the only sign of a possible second change.
 */
export function sentUnderSeveralKeys(ledger: Ledger, bodies: ReadonlyMap<string, string>): readonly string[] {
  const keys = new Map<string, number>()
  const values = new Set(ledger.all().map((one) => one.value))
  for (const body of bodies.values()) {
    for (const value of valuesIn(body)) if (values.has(value)) keys.set(value, (keys.get(value) ?? 0) + 1)
  }
  return [...keys].flatMap(([value, count]) => (count > 1 ? [`${value} was sent under ${count} keys`] : []))
}

function valuesIn(body: string): readonly string[] {
  const content: unknown = JSON.parse(body)
  const values = typeof content === 'object' && content !== null ? Object.values(content) : []
  return values.filter((value) => typeof value === 'string')
}
