import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 5000

/** Where toasts appear. Fetched when the first screen stands: a toast that comes earlier waits for it. */
export function Toasts() {
  return <Notifications autoClose={TOAST_MS} position="bottom-right" />
}
