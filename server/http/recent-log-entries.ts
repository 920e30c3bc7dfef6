/**
 * Remembers recent reports, in bounded memory, so that none is repeated too soon. When full, the oldest is forgotten.
 */
export class RecentLogEntries {
  readonly #quietMs: number
  readonly #maxEntries: number
  readonly #reportedAt = new Map<string, number>()

  /** `quietMs`: how long the same report is not repeated. `maxEntries`: how many reports are remembered. */
  constructor(quietMs: number, maxEntries: number) {
    this.#quietMs = quietMs
    this.#maxEntries = maxEntries
  }

  /** Whether a report is due. If so, it is remembered as made now. */
  isDue(key: string, now: Date): boolean {
    const reportedAt = this.#reportedAt.get(key)
    // `abs`: after the clock was set back far, the report is repeated once.
    if (reportedAt !== undefined && Math.abs(now.getTime() - reportedAt) < this.#quietMs) return false
    this.#reportedAt.delete(key)
    this.#reportedAt.set(key, now.getTime())
    const [oldest] = this.#reportedAt.keys()
    if (this.#reportedAt.size > this.#maxEntries && oldest !== undefined) this.#reportedAt.delete(oldest)
    return true
  }
}
