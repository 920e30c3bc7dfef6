import { observed } from '#src/session/observed.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'

/** The browser's own offer to install, held back until a good moment. Chromium only, and not in TypeScript's library. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice?: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const VISITS = 'haulyard-visits'

export const installEvent = observed<InstallEvent | null>(null)

/** Counts this visit and catches the browser's offer; called once at start, for the offer comes early and only once. */
export function watchForInstall(): void {
  writeItem('local', VISITS, String(visits() + 1))
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installEvent.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => installEvent.set(null))
}

/** How often the app was opened on this device. */
export function visits(): number {
  return Number(readItem('local', VISITS)) || 0
}
