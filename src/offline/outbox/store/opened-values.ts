/** The number of values opened at the same time: thousands must not block the page. */
const VALUES_PER_STEP = 250

/** The sealed values that the runs of one piece of work requested, and those that have been opened for it. */
export class OpenedValues {
  readonly #values = new Map<string, unknown>()
  #requested = new Map<string, () => Promise<unknown>>()

  /** The value of a key; undefined when it must be opened first. The current run is then void. */
  get<T>(key: string, open: () => Promise<T>): T | undefined {
    // A key only ever holds the result of its own `open`.
    if (this.#values.has(key)) return this.#values.get(key) as T
    this.#requested.set(key, open)
    return undefined
  }
  get isWanting(): boolean {
    return this.#requested.size > 0
  }
  async open(): Promise<void> {
    const wanted = [...this.#requested]
    this.#requested = new Map()
    for (let at = 0; at < wanted.length; at += VALUES_PER_STEP) {
      const part = wanted.slice(at, at + VALUES_PER_STEP)
      const values = await Promise.all(part.map(([, open]) => open()))
      for (const [index, [key]] of part.entries()) this.#values.set(key, values[index])
    }
  }
}
