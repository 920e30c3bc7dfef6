import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { onSessionChange } from '#src/session/session.ts'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

/** The time that a toast stays on screen, in milliseconds. */
const TOAST_MS = 5000

/**
 * The container of toasts. It loads after the first screen; earlier toasts wait for it. When the user changes, all
 * toasts disappear.
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
