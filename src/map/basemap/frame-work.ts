/** Work in steps, each short: a frame waits for no more than one of them too many. */
export type Steps = Generator<void, void>

/** Work that is short enough as it is. */
export function* inOneStep(work: () => void): Steps {
  work()
  yield
}

/** So long of a frame may be worked, in milliseconds: the rest is the map's own. */
const SHARE_MS = 5

export interface FramePorts {
  /** Calls `work` before the next frame; answers how to call that off. */
  readonly nextFrame: (work: () => void) => () => void
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number
}

const PAGE: FramePorts = {
  nextFrame: (work) => {
    const frame = requestAnimationFrame(work)
    return () => cancelAnimationFrame(frame)
  },
  now: () => performance.now(),
}

/** Does work a little in each frame, in the order in which it came; what is urgent before everything else. */
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

  /** Forgets what is not done. */
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
