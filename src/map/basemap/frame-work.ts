/** Work in short steps. A frame is delayed by one step beyond its limit at most. */
export type Steps = Generator<void, void>

/** Wraps work that is short enough for a single step. */
export function* inOneStep(work: () => void): Steps {
  work()
  yield
}

/** Milliseconds of each frame for this work. The rest of the frame belongs to the map. */
const SHARE_MS = 5

export interface FramePorts {
  /** Calls `work` before the next frame. Returns a function that cancels the call. */
  readonly nextFrame: (work: () => void) => () => void
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

const PAGE: FramePorts = {
  nextFrame: (work) => {
    const frame = requestAnimationFrame(work)
    return () => cancelAnimationFrame(frame)
  },
  now: () => performance.now(),
}

/** Does a little work in each frame, in the order of `add`. Urgent work goes before all other work. */
export class FrameWork {
  readonly #ports: FramePorts
  #urgent: Steps[] = []
  #other: Steps[] = []
  #callOff: (() => void) | null = null

  constructor(ports: FramePorts = PAGE) {
    this.#ports = ports
  }

  add(steps: Steps, { isUrgent }: { readonly isUrgent: boolean }): void {
    if (isUrgent) this.#urgent.push(steps)
    else this.#other.push(steps)
    this.#callOff ??= this.#ports.nextFrame(() => this.#work())
  }

  /** Cancels all unfinished work. */
  stop(): void {
    this.#callOff?.()
    this.#callOff = null
    this.#urgent = []
    this.#other = []
  }

  #work(): void {
    const until = this.#ports.now() + SHARE_MS
    this.#callOff = null
    for (;;) {
      const queue = this.#urgent.length > 0 ? this.#urgent : this.#other
      const [steps] = queue
      if (!steps) return
      if (steps.next().done) queue.shift()
      if (this.#ports.now() >= until) break
    }
    if (this.#urgent.length + this.#other.length > 0) this.#callOff = this.#ports.nextFrame(() => this.#work())
  }
}
