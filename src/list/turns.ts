/** Lets what waits take its turn, oldest first and one a frame. */
export class Turns {
  readonly #waiting = new Set<() => void>()
  readonly #nextFrame: (run: () => void) => void
  #isRunning = false

  /** @param nextFrame calls back once, in the next frame */
  constructor(nextFrame: (run: () => void) => void) {
    this.#nextFrame = nextFrame
  }

  /** Calls `turn` when it is its turn; what is answered gives the turn up. */
  take(turn: () => void): () => void {
    this.#waiting.add(turn)
    if (!this.#isRunning) this.#goOn()
    return () => {
      this.#waiting.delete(turn)
    }
  }

  #goOn() {
    this.#isRunning = true
    this.#nextFrame(() => {
      const [first] = this.#waiting
      this.#isRunning = false
      if (first === undefined) return
      this.#waiting.delete(first)
      if (this.#waiting.size > 0) this.#goOn()
      first()
    })
  }
}
