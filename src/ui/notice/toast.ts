import { notifications } from '@mantine/notifications'

/** Says that something was done. @param id of several with one id only the last is on screen */
export function toastDone(message: string, id?: string): void {
  if (id !== undefined) notifications.hide(id)
  notifications.show({ message, color: 'accent', ...(id !== undefined && { id }) })
}

/**
 * Says why something failed. Our own errors carry words that are fit to be shown, the server's where it gave any.
 * @param title what it is about, where that is not plain from the screen
 */
export function toastFailure(error: unknown, title?: string): void {
  if (!(error instanceof Error)) throw error
  notifications.show({ title, message: error.message, color: 'red', role: 'alert' })
}
