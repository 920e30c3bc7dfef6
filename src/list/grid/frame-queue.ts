/** Runs one waiting function per frame: those in sight first, and among them the oldest. */
export class FrameQueue {
  readonly #inSight = new Set<() => void>()
  readonly #beyond = new Set<() => void>()
  readonly #nextFrame: (run: () => void) => void
  #isRunning = false

  /** `nextFrame` calls back once, in the next frame. */
  constructor(nextFrame: (run: () => void) => void) {
    this.#nextFrame = nextFrame
  }

  /** Calls `turn` in one of the next frames. Returns a function that removes it from the queue. */
  add(turn: () => void, isInSight: boolean): () => void {
    const waiting = isInSight ? this.#inSight : this.#beyond
    waiting.add(turn)
    if (!this.#isRunning) this.#goOn()
    return () => {
      waiting.delete(turn)
    }
  }

  #goOn() {
    this.#isRunning = true
    this.#nextFrame(() => {
      this.#isRunning = false
      const waiting = this.#inSight.size > 0 ? this.#inSight : this.#beyond
      const [first] = waiting
      if (first === undefined) return
      waiting.delete(first)
      if (this.#inSight.size + this.#beyond.size > 0) this.#goOn()
      first()
    })
  }
}
