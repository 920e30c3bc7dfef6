import { useEffect } from 'react'
import { outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import { describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { useSession } from '#src/session/session.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { confirmUndoOffer, endUndoOffer, offeredChanges } from '#src/ui/notice/undo-toast.tsx'
import { Outcomes } from './outcomes.ts'
import { toldRefusals } from './told-refusals.ts'

const outcomesFor = (userId: number) =>
  new Outcomes({
    recordOf: (entry) => wordsOf(entry).record,
    offered: offeredChanges,
    endOffer: endUndoOffer,
    confirmOffer: confirmUndoOffer,
    tellFailure: toastFailure,
    told: toldRefusals(userId),
    isSeen: () => document.visibilityState === 'visible',
  })

/** Tells in toasts what becomes of the changes that wait, for as long as the page stands; first, what was not told yet. */
export function useToldOutcomes(): void {
  const userId = useSession().user?.id
  useEffect(() => {
    if (userId === undefined) return
    const outcomes = outcomesFor(userId)
    const look = () => {
      const snapshot = outboxSnapshot()
      // While one person follows another, it is not this one's for a moment.
      if (snapshot.entries.every(({ user }) => user === String(userId))) outcomes.look(snapshot)
    }
    look()
    document.addEventListener('visibilitychange', look)
    const unsubscribe = subscribeOutbox(look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      unsubscribe()
    }
  }, [userId])
}
