import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { outboxSnapshot, subscribeOutbox, describe as wordsOf } from '#src/offline/outbox/outbox.ts'
import { onSessionChange } from '#src/session/session.ts'
import { toastFailure } from '#src/ui/toast.ts'
import { confirmUndoOffer, endUndoOffer, offeredChanges } from '#src/ui/undo-toast.tsx'
import { Outcomes } from './outcomes.ts'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 5000

const outcomes = new Outcomes({
  recordOf: (entry) => wordsOf(entry).record,
  offered: offeredChanges,
  endOffer: endUndoOffer,
  confirmOffer: confirmUndoOffer,
  tellFailure: toastFailure,
})

/**
 * Where toasts appear. Fetched when the first screen stands: a toast that comes earlier waits for it. What was said to
 * one person goes with them.
 */
export function Toasts() {
  useEffect(
    () =>
      onSessionChange(({ before, after }) => {
        if (before.state === 'signed_in' && (after.state !== 'signed_in' || after.user?.id !== before.user?.id))
          notifications.clean()
      }),
    [],
  )
  useEffect(() => {
    outcomes.look({ ...outboxSnapshot(), state: 'starting' })
    return subscribeOutbox(() => outcomes.look(outboxSnapshot()))
  }, [])
  return <Notifications autoClose={TOAST_MS} position="bottom-right" />
}
