import { notifications } from '@mantine/notifications'

/** Says that something was done. */
export function toastDone(message: string): void {
  notifications.show({ message, color: 'accent' })
}

/** Says why something failed. Our own errors carry words that are fit to be shown, the server's where it gave any. */
export function toastFailure(error: unknown): void {
  if (!(error instanceof Error)) throw error
  notifications.show({ message: error.message, color: 'red', role: 'alert' })
}
