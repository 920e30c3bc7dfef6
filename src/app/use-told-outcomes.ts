import { useEffect } from 'react'
import { outboxSnapshot, subscribeOutbox, describe as wordsOf } from '#src/offline/outbox/outbox.ts'
import { toastFailure } from '#src/ui/toast.ts'
import { confirmUndoOffer, endUndoOffer, offeredChanges } from '#src/ui/undo-toast.tsx'
import { Outcomes } from './outcomes.ts'

const outcomes = new Outcomes({
  recordOf: (entry) => wordsOf(entry).record,
  offered: offeredChanges,
  endOffer: endUndoOffer,
  confirmOffer: confirmUndoOffer,
  tellFailure: toastFailure,
})

/** Tells in toasts what becomes of the changes that wait, for as long as the page stands. */
export function useToldOutcomes(): void {
  useEffect(() => {
    outcomes.look({ ...outboxSnapshot(), state: 'starting' })
    return subscribeOutbox(() => outcomes.look(outboxSnapshot()))
  }, [])
}
