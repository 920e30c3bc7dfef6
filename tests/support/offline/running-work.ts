import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that has begun and has not ended. */
export class RunningWork {
  readonly #running = new Set<Promise<unknown>>()

  run<T>(work: () => Promise<T>): Promise<T> {
    const running = work()
    const noted = running.catch(() => undefined).finally(() => this.#running.delete(noted))
    this.#running.add(noted)
    return running
  }

  /** Resolves when nothing runs, and no caller that waited for the last work has begun more. */
  async allDone(): Promise<void> {
    do {
      await Promise.all(this.#running)
      await nextTurn()
    } while (this.#running.size > 0)
  }
}
