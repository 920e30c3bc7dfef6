import { createContext, useEffect, useState } from 'react'

/**
 * Makes the form's submit wait for `work`, whose result belongs to the form. If the work fails, the submit is canceled.
 */
export type Hold = (work: Promise<unknown>) => void

/** Provided by the surrounding form. Without a form nothing waits. */
export const HoldContext = createContext<Hold>(() => undefined)

/**
 * The work that a submit waits for. Work is over once the form has rendered its result (`rendered`): an earlier submit
 * would send the form without it.
 */
export class PendingWork {
  #started = 0
  #rendered = 0
  #waiting: ((isFree: boolean) => void)[] = []

  /** `onOver` receives the number of finished works, to be passed to `rendered` once the result is on screen. */
  hold(work: Promise<unknown>, onOver: (addOne: (over: number) => number) => void): void {
    this.#started += 1
    const isOver = () => onOver((over) => over + 1)
    work.then(isOver, () => {
      // The field shows the reason. The submit is canceled, because the user expects the complete form to be sent.
      this.#release(false)
      isOver()
    })
  }
  rendered(over: number): void {
    this.#rendered = over
    if (this.#isFree) this.#release(true)
  }
  /** Waits for all work. Resolves to whether the submit may continue. */
  wait(): Promise<boolean> {
    if (this.#isFree) return Promise.resolve(true)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Resolves when no work is running any more, whatever its result. */
  async over(): Promise<void> {
    while (!(await this.wait()));
  }

  get #isFree(): boolean {
    return this.#started === this.#rendered
  }
  #release(isFree: boolean): void {
    for (const resolve of this.#waiting.splice(0)) resolve(isFree)
  }
}

/** The held work of one form: `hold` makes its submit wait; `whenFree` runs the submit afterward. */
export function usePendingWork() {
  const [held] = useState(() => new PendingWork())
  const [over, setOver] = useState(0)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [started, setStarted] = useState(0)
  const [hold] = useState(
    (): Hold => (work) => {
      held.hold(work, setOver)
      setStarted((count) => count + 1)
    },
  )
  useEffect(() => held.rendered(over), [held, over])
  const whenFree = async (submit: () => Promise<void>) => {
    setIsSubmitting(true)
    try {
      if (await held.wait()) await submit()
    } finally {
      // Not earlier: the form would look finished in between and move the focus.
      setIsSubmitting(false)
    }
  }
  return { hold, isSubmitting, whenFree, isHolding: started !== over, whenOver: () => held.over() }
}
