import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import { isAwaited } from '#src/offline/outbox/show/awaited-changes.ts'
import { describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { useSession } from '#src/session/session.ts'
import { toastFailureWithButton } from '#src/ui/notice/failure-toast.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { confirmUndoOffer, endUndoOffer, offeredChanges } from '#src/ui/notice/undo-toast.tsx'
import { Outcomes } from './outcomes.ts'
import { shownRefusals } from './shown-refusals.ts'

const outcomesFor = (userId: number, review: (entry: OutboxEntry) => void) =>
  new Outcomes({
    recordOf: (entry) => wordsOf(entry).record,
    offered: offeredChanges,
    endOffer: endUndoOffer,
    confirmOffer: confirmUndoOffer,
    showFailure: (error, title, entry) =>
      entry === undefined
        ? toastFailure(error, title)
        : toastFailureWithButton(error, title, { button: 'Review', act: () => review(entry) }),
    isAwaited,
    shownRefusals: shownRefusals(userId),
    isSeen: () => document.visibilityState === 'visible',
  })

/** Shows the outcomes of waiting changes in toasts while the page is mounted, beginning with those not shown yet. */
export function useOutcomeToasts(): void {
  const userId = useSession().user?.id
  const navigate = useNavigate()
  useEffect(() => {
    if (userId === undefined) return
    const outcomes = outcomesFor(userId, (entry) => {
      // Among others that need the user, only those of the same record.
      const q = outboxSnapshot().needsAttention > 1 ? wordsOf(entry).record : ''
      void navigate({ to: '/outbox', search: { state: '', about: '', q } })
    })
    const look = () => {
      const snapshot = outboxSnapshot()
      // During a change of users the snapshot belongs to the other user for a moment.
      if (snapshot.entries.every(({ user }) => user === String(userId))) outcomes.look(snapshot)
    }
    look()
    document.addEventListener('visibilitychange', look)
    const unsubscribe = subscribeOutbox(look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      unsubscribe()
    }
  }, [userId, navigate])
}
