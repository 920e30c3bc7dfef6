import { notifications } from '@mantine/notifications'

/** The time that a toast stays on screen after its text has changed, in milliseconds. */
const STAYS_TURNED_MS = 4_000

/** A toast whose text can change while it is on screen. Both functions do nothing once it is gone. */
export interface TurningToast {
  readonly turn: (message: string) => void
  readonly hide: () => void
}

/** Shows a toast whose text can change. `onGone` is called when it leaves the screen, for whatever reason. */
export function toastThatTurns(message: string, onGone: () => void): TurningToast {
  const id = notifications.show({ message, color: 'accent', role: 'status', onClose: onGone })
  return {
    // Another duration starts its time again.
    turn: (turned) => void notifications.update({ id, message: turned, autoClose: STAYS_TURNED_MS }),
    hide: () => void notifications.hide(id),
  }
}
