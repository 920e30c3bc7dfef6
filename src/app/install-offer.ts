import { observed } from '#src/session/observed.ts'

/** The browser's own offer to install, held back until a good moment. Chromium only, and not in TypeScript's library. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const VISITS = 'haulyard-visits'
const DISMISSED = 'haulyard-install-dismissed'

export const installEvent = observed<InstallEvent | null>(null)

/** Counts this visit and catches the browser's offer; called once at start, for the offer comes early and only once. */
export function watchForInstall(): void {
  localStorage.setItem(VISITS, String(visits() + 1))
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installEvent.set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => installEvent.set(null))
}

function visits(): number {
  return Number(localStorage.getItem(VISITS)) || 0
}

/** A person who comes back, or who has just trusted the device with a change, may want it nearer at hand. */
export function isGoodMoment(hasKeptChange: boolean): boolean {
  return localStorage.getItem(DISMISSED) === null && (visits() > 1 || hasKeptChange)
}

export function dismissForGood(): void {
  localStorage.setItem(DISMISSED, 'yes')
  installEvent.set(null)
}

/** iOS has no offer that a page could make, only a menu; `standalone` exists there alone, and is false in the browser. */
export function needsIosWords(): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}
