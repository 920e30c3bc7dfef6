/** So many are opened at once: thousands of them must not hold up the page. */
const AT_ONCE = 250

/** What a run of some work found sealed, and what has been opened for it: for one piece of work alone. */
export class Opened {
  readonly #values = new Map<string, unknown>()
  #wanted = new Map<string, () => Promise<unknown>>()

  /** What a key stands for; undefined when it is to be opened first, and the run is then for nothing. */
  get<T>(key: string, open: () => Promise<T>): T | undefined {
    // Under one key there is only ever what its own `open` has given.
    if (this.#values.has(key)) return this.#values.get(key) as T
    this.#wanted.set(key, open)
    return undefined
  }
  get isWanting(): boolean {
    return this.#wanted.size > 0
  }
  async open(): Promise<void> {
    const wanted = [...this.#wanted]
    this.#wanted = new Map()
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const part = wanted.slice(at, at + AT_ONCE)
      const values = await Promise.all(part.map(([, open]) => open()))
      for (const [index, [key]] of part.entries()) this.#values.set(key, values[index])
    }
  }
}
