import { setImmediate as nextTurn } from 'node:timers/promises'

/** What has been begun and is not over yet. */
export class UnderWay {
  readonly #running = new Set<Promise<unknown>>()

  run<T>(work: () => Promise<T>): Promise<T> {
    const running = work()
    const noted = running.catch(() => undefined).finally(() => this.#running.delete(noted))
    this.#running.add(noted)
    return running
  }

  /** Resolves when nothing runs, and whoever waited for the last of it has begun nothing else. */
  async over(): Promise<void> {
    do {
      await Promise.all(this.#running)
      await nextTurn()
    } while (this.#running.size > 0)
  }
}
