import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { onSessionChange } from '#src/session/session.ts'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 5000

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
  return <Notifications autoClose={TOAST_MS} position="bottom-right" />
}
