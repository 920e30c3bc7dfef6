import { useEffect, useEffectEvent, useState } from 'react'
import type { PickChoice } from '#src/offline/command.ts'

export type Choices =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly all: readonly PickChoice[] }
  | { readonly state: 'failed'; readonly why: string; readonly again: () => void }

/** Loads the choices when the field is shown, and again when the user retries. */
export function useChoices(load: () => Promise<readonly PickChoice[]>): Choices {
  const [attempt, setAttempt] = useState(0)
  const [choices, setChoices] = useState<Choices>({ state: 'loading' })
  const again = () => {
    setChoices({ state: 'loading' })
    setAttempt(attempt + 1)
  }
  const fail = useEffectEvent((error: unknown) =>
    setChoices({ state: 'failed', why: error instanceof Error ? error.message : String(error), again }),
  )
  const loadNow = useEffectEvent(load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    let isOver = false
    loadNow().then(
      (all) => !isOver && setChoices({ state: 'ready', all }),
      (error: unknown) => !isOver && fail(error),
    )
    return () => {
      isOver = true
    }
  }, [attempt])
  return choices
}
