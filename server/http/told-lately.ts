/** What was told of a while ago, in bounded memory: of more than fits, the oldest is told of again when it comes again. */
export class ToldLately {
  readonly #quietMs: number
  readonly #most: number
  readonly #at = new Map<string, number>()

  /** `quietMs`: for so long the same is not told of again; `most`: so many are remembered. */
  constructor(quietMs: number, most: number) {
    this.#quietMs = quietMs
    this.#most = most
  }

  /** Whether this is to be told of; it is remembered then. */
  isNew(what: string, now: Date): boolean {
    const before = this.#at.get(what)
    // Of a clock that was set back far it is told once more.
    if (before !== undefined && Math.abs(now.getTime() - before) < this.#quietMs) return false
    this.#at.delete(what)
    this.#at.set(what, now.getTime())
    const [oldest] = this.#at.keys()
    if (this.#at.size > this.#most && oldest !== undefined) this.#at.delete(oldest)
    return true
  }
}
