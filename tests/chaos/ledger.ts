/** What was made in a run, to be held against what the server has at its end. */
export interface Made {
  /** What was changed: a record's name. */
  readonly record: string
  /** Unlike any other of the run. */
  readonly value: string
  /** The app itself has shown it on the record's row, which it does only once a change is in both stores. */
  isAccepted: boolean
}

export class Ledger {
  readonly #made: Made[] = []

  /** Notes a change at the moment from which on the app may know of it. Answers how to note that it was accepted. */
  make(record: string, value: string): () => void {
    const made: Made = { record, value, isAccepted: false }
    this.#made.push(made)
    return () => {
      made.isAccepted = true
    }
  }
  records(): readonly string[] {
    return [...new Set(this.#made.map((one) => one.record))]
  }
  of(record: string): readonly Made[] {
    return this.#made.filter((one) => one.record === record)
  }
  all(): readonly Made[] {
    return this.#made
  }
}

export interface Judgment {
  readonly accepted: number
  /** Accepted, and at the server as a change of their own. */
  readonly applied: number
  /** Accepted, not at the server, but a later change of the same record that took their place is. */
  readonly merged: number
  /** Not accepted before the kill, and at the server all the same: allowed, once. */
  readonly unspoken: number
  /** What broke a promise, in words; empty when all were kept. */
  readonly breaches: readonly string[]
}

/**
 * Holds a ledger against the server. `valuesOf` gives the values that a record had one after the other, of those that were
 * made in the run. Waiting changes of one record may become one: then the last of them stands for all.
 */
export function judge(ledger: Ledger, valuesOf: (record: string) => readonly string[]): Judgment {
  const breaches: string[] = []
  let applied = 0
  let merged = 0
  let unspoken = 0
  for (const record of ledger.records()) {
    const made = ledger.of(record)
    const values = valuesOf(record)
    const places = made.map(({ value }) => values.flatMap((one, at) => (one === value ? [at] : [])))
    for (const [at, { value, isAccepted }] of made.entries()) {
      const own = places[at] ?? []
      const isFollowed = places.slice(at + 1).some((later) => later.length > 0)
      if (own.length > 1) breaches.push(`${value} of ${record} was made ${own.length} times`)
      if (own.length > 0 && isAccepted) applied += 1
      if (own.length > 0 && !isAccepted) unspoken += 1
      if (own.length === 0 && isAccepted && isFollowed) merged += 1
      if (own.length === 0 && isAccepted && !isFollowed) breaches.push(`${value} of ${record} was accepted and is lost`)
    }
    const order = values.map((value) => made.findIndex((one) => one.value === value))
    const isInOrder = order.every((place, at) => at === 0 || (order[at - 1] ?? -1) <= place)
    if (!isInOrder) breaches.push(`${record} was changed out of order: ${values.join(', ')}`)
    if (order.includes(-1)) breaches.push(`${record} has a value that nobody made: ${values.join(', ')}`)
  }
  const accepted = ledger.all().filter((one) => one.isAccepted).length
  return { accepted, applied, merged, unspoken, breaches }
}

/**
 * Changes that came to the server under more than one key. `bodies`: what came under each. Setting the same value twice
 * leaves no trace in a record's history, so that a second key is the only sign that a change could have been made twice.
 */
export function underMoreThanOneKey(ledger: Ledger, bodies: ReadonlyMap<string, string>): readonly string[] {
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
