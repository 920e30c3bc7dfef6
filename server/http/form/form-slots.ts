import type { Readable } from 'node:stream'
import { invalidRequest, Problem, tooManyRequests } from '#server/base/problem.ts'

/** How many forms are in memory, and how many wait for a slot: in total, and for each user. */
export interface FormLimits {
  readonly inMemory: number
  readonly perUser: number
  readonly waiting: number
  readonly waitingPerUser: number
}

/** The default limits. A form with ten files can have 50 MB, and it stays in memory until its call is answered. */
export const FORM_LIMITS: FormLimits = { inMemory: 4, perUser: 2, waiting: 16, waitingPerUser: 4 }

const RETRY_SECONDS = '5'

export const incompleteForm = () => invalidRequest('The form is incomplete or invalid.')

interface WaitingForm {
  readonly user: number
  readonly start: () => void
}

/** The slots for forms in memory. A form occupies its slot until its call is answered. */
export class FormSlots {
  readonly #limits: FormLimits
  /** The user of each occupied slot. */
  readonly #holders: number[] = []
  readonly #queue: WaitingForm[] = []
  constructor(limits: FormLimits) {
    this.#limits = limits
  }

  /**
   * Resolves when a slot is free for a form of the user, first come, first served. The result is a function that
   * releases the slot. Throws 429 when too many forms of the user wait, 503 when too many wait in total, and 400 when
   * the sender disconnects: a form without a sender leaves the queue.
   */
  async acquire(user: number, sender: Readable): Promise<() => void> {
    if (!this.#hasSlotFor(user)) await this.#wait(user, sender)
    else this.#holders.push(user)
    return () => {
      this.#holders.splice(this.#holders.indexOf(user), 1)
      this.#admitNext()
    }
  }

  #hasSlotFor(user: number): boolean {
    const { inMemory, perUser } = this.#limits
    return this.#holders.length < inMemory && this.#holders.filter((holder) => holder === user).length < perUser
  }

  #wait(user: number, sender: Readable): Promise<void> {
    if (sender.destroyed) throw incompleteForm()
    const { waiting, waitingPerUser } = this.#limits
    if (this.#queue.filter((other) => other.user === user).length >= waitingPerUser) {
      const detail = 'Too many forms with files come from you at once. Try again in a moment.'
      throw tooManyRequests(detail, Number(RETRY_SECONDS), { limit: 'forms at once', bucket: `${user}` })
    }
    if (this.#queue.length >= waiting) {
      const detail = 'Too many forms with files come at once. Try again in a moment.'
      throw new Problem(503, { detail }, { 'retry-after': RETRY_SECONDS })
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const form = { user, start: resolve }
    const leave = () => {
      const index = this.#queue.indexOf(form)
      if (index >= 0) this.#queue.splice(index, 1)
      reject(incompleteForm())
    }
    this.#queue.push(form)
    sender.once('close', leave)
    return promise.finally(() => sender.off('close', leave))
  }

  #admitNext(): void {
    const index = this.#queue.findIndex(({ user }) => this.#hasSlotFor(user))
    const [next] = index < 0 ? [] : this.#queue.splice(index, 1)
    if (!next) return
    this.#holders.push(next.user)
    next.start()
  }
}
