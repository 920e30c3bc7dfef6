/** Lets what waits take its turn, one a frame: what is in sight first, and the oldest of those alike. */
export class Turns {
  readonly #inSight = new Set<() => void>()
  readonly #beyond = new Set<() => void>()
  readonly #nextFrame: (run: () => void) => void
  #isRunning = false

  /** @param nextFrame calls back once, in the next frame */
  constructor(nextFrame: (run: () => void) => void) {
    this.#nextFrame = nextFrame
  }

  /** Calls `turn` when it is its turn; what is answered gives the turn up. */
  take(turn: () => void, isInSight: boolean): () => void {
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
