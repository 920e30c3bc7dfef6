import { notifications } from '@mantine/notifications'

/** How long a warning stays on screen, in milliseconds: it must not be missed. */
const WARNING_MS = 10_000

/** Warns of what the user's own change means. */
export function toastWarning(message: string): void {
  notifications.show({ message, color: 'red', role: 'alert', autoClose: WARNING_MS })
}
