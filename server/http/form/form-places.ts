import type { Readable } from 'node:stream'
import { invalidRequest, Problem, tooMany } from '#server/base/problem.ts'

/** How many forms are held in memory, and how many wait for that. */
export interface FormLimits {
  readonly atOnce: number
  readonly perUser: number
  readonly waiting: number
  readonly waitingPerUser: number
}

/** A form with ten files may be fifty megabytes: so many are read and held at the same time. */
export const FORM_LIMITS: FormLimits = { atOnce: 4, perUser: 2, waiting: 16, waitingPerUser: 4 }

const SOON_SECONDS = '5'

export const formBreaksOff = () => invalidRequest('The form breaks off, or is none.')

interface Waiting {
  readonly user: number
  readonly begin: () => void
}

/** The places in which forms are read, until their calls are answered. */
export class FormPlaces {
  readonly #limits: FormLimits
  /** Whose forms are held. */
  readonly #held: number[] = []
  readonly #line: Waiting[] = []
  constructor(limits: FormLimits) {
    this.#limits = limits
  }

  /**
   * Resolves when there is a place for one more form of the user, in the order they came; call what it answers when it is
   * free again. Throws 429 where too many of the user wait, 503 where too many of all do, and 400 once the sender has gone:
   * a form without a sender takes no place in the line.
   */
  async enter(user: number, sender: Readable): Promise<() => void> {
    if (!this.#hasPlaceFor(user)) await this.#wait(user, sender)
    else this.#held.push(user)
    return () => {
      this.#held.splice(this.#held.indexOf(user), 1)
      this.#letIn()
    }
  }

  #hasPlaceFor(user: number): boolean {
    const { atOnce, perUser } = this.#limits
    return this.#held.length < atOnce && this.#held.filter((one) => one === user).length < perUser
  }

  #wait(user: number, sender: Readable): Promise<void> {
    if (sender.destroyed) throw formBreaksOff()
    const { waiting, waitingPerUser } = this.#limits
    if (this.#line.filter((one) => one.user === user).length >= waitingPerUser) {
      const detail = 'Too many forms with files come from you at once. Try again in a moment.'
      throw tooMany(detail, Number(SOON_SECONDS), { limit: 'forms at once', bucket: `${user}` })
    }
    if (this.#line.length >= waiting) {
      const detail = 'Too many forms with files come at once. Try again in a moment.'
      throw new Problem(503, { detail }, { 'retry-after': SOON_SECONDS })
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one = { user, begin: resolve }
    const leave = () => {
      const at = this.#line.indexOf(one)
      if (at >= 0) this.#line.splice(at, 1)
      reject(formBreaksOff())
    }
    this.#line.push(one)
    sender.once('close', leave)
    return promise.finally(() => sender.off('close', leave))
  }

  #letIn(): void {
    const at = this.#line.findIndex(({ user }) => this.#hasPlaceFor(user))
    const [next] = at < 0 ? [] : this.#line.splice(at, 1)
    if (!next) return
    this.#held.push(next.user)
    next.begin()
  }
}
