import { useEffect, useEffectEvent, useRef } from 'react'
import { problemText } from '#contract/problem.ts'
import { outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import { toastFailure } from '#src/ui/toast.ts'

/**
 * Says at once, in the server's own words, when it has not taken a change that was made here; the Outbox keeps it. What it
 * answers notes the changes that somebody at this page waits for.
 */
export function useRefusals(): (ids: readonly string[]) => void {
  const waiting = useRef(new Set<string>())
  const look = useEffectEvent(() => {
    if (waiting.current.size === 0) return
    const { entries } = outboxSnapshot()
    const said = new Set<string>()
    const kept = new Set(entries.map(({ id }) => id))
    for (const id of [...waiting.current]) if (!kept.has(id)) waiting.current.delete(id)
    for (const { id, state, problem } of entries) {
      if ((state !== 'refused' && state !== 'conflict') || !waiting.current.delete(id)) continue
      said.add(problemText(problem?.body))
    }
    for (const words of said) if (words !== '') toastFailure(new Error(words))
  })
  useEffect(() => subscribeOutbox(() => look()), [])
  return useRef((ids: readonly string[]) => {
    for (const id of ids) waiting.current.add(id)
  }).current
}
