import { notifications } from '@mantine/notifications'

/** Shows that something was done. Of several messages with the same `id`, only the last is on screen. */
export function toastDone(message: string, id?: string): void {
  if (id !== undefined) notifications.hide(id)
  notifications.show({ message, color: 'accent', ...(id !== undefined && { id }) })
}

/**
 * Shows why something failed. The app's own errors have messages for users, taken from the server where it sent one.
 * `title` names the subject when the screen does not make it clear.
 */
export function toastFailure(error: unknown, title?: string): void {
  if (!(error instanceof Error)) throw error
  notifications.show({ title, message: error.message, color: 'red', role: 'alert' })
}
