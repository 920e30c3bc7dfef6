import { observableValue } from '#src/session/observable-value.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'

/**
 * The browser's offer to install the app, deferred until a good moment. Chromium only; TypeScript's library does not
 * declare it.
 */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice?: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const VISITS = 'haulyard-visits'

export const installEvent = observableValue<InstallEvent | null>(null)

/** Counts this visit and catches the browser's offer. Call it once at start: the offer comes early and only once. */
export function watchForInstall(): void {
  writeItem('local', VISITS, String(visits() + 1))
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installEvent.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => installEvent.set(null))
}

/** The number of times the app was opened on this device. */
export function visits(): number {
  return Number(readItem('local', VISITS)) || 0
}
