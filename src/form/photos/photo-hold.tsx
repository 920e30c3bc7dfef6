import { createContext, useEffect, useState } from 'react'

/** Has the form's submit wait for `work`, whose result belongs to the form. When it fails, that submit is called off. */
export type Hold = (work: Promise<unknown>) => void

/** From the form around; where there is none, nothing waits. */
export const HoldContext = createContext<Hold>(() => undefined)

/**
 * What a submit waits for. Work is over once the form has rendered with what came of it (`rendered`): a submit before that
 * would still send what the form held without it.
 */
export class HeldWork {
  #started = 0
  #rendered = 0
  #waiting: ((isFree: boolean) => void)[] = []

  /** `onOver`: hears how much is over by now, to be told to `rendered` once that is on screen. */
  hold(work: Promise<unknown>, onOver: (addOne: (over: number) => number) => void): void {
    this.#started += 1
    const isOver = () => onOver((over) => over + 1)
    work.then(isOver, () => {
      // Why is said at the field: without the result nothing is sent that the person believes to be whole.
      this.#release(false)
      isOver()
    })
  }
  rendered(over: number): void {
    this.#rendered = over
    if (this.#isFree) this.#release(true)
  }
  /** Whether the submit may go on; it waits for that. */
  wait(): Promise<boolean> {
    if (this.#isFree) return Promise.resolve(true)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Resolves when nothing is being made ready any more, whatever came of it. */
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

/** For one form: `hold` has its submit wait; `whenFree` runs the submit after that. */
export function useHeldWork() {
  const [held] = useState(() => new HeldWork())
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
      // Not before: in between, the form would look as if it were over, and move the focus.
      setIsSubmitting(false)
    }
  }
  return { hold, isSubmitting, whenFree, isHolding: started !== over, whenOver: () => held.over() }
}
