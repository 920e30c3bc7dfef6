import { isInstalled } from '#src/browser/is-installed.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'
import { type InstallEvent, installEvent, visits } from './install-event.ts'

const DISMISSED = 'haulyard-install-dismissed'
const ASK_AGAIN_MS = 30 * 24 * 60 * 60_000

/**
 * How often the user has declined, and the time of the last one. The first version stored a plain "yes", which means
 * forever.
 */
function dismissals(): { readonly times: number; readonly last: number } {
  const [times, last] = (readItem('local', DISMISSED) ?? '0 0').split(' ').map(Number)
  return Number.isFinite(times) && Number.isFinite(last)
    ? { times: times ?? 0, last: last ?? 0 }
    : { times: Number.POSITIVE_INFINITY, last: 0 }
}

/**
 * Whether to offer the installation now: to users who return, or who have just saved a change on the device. A user who
 * declined is asked once more after 30 days; after the second time never again. `now` is in milliseconds since 1970.
 */
export function shouldOfferInstall(hasKeptChange: boolean, now: number): boolean {
  const { times, last } = dismissals()
  if (isInstalled() || times > 1 || (times === 1 && now - last < ASK_AGAIN_MS)) return false
  return visits() > 1 || hasKeptChange
}

/** The user declines. The page "This device" keeps offering it. */
export function dismiss(now: number): void {
  writeItem('local', DISMISSED, `${dismissals().times + 1} ${now}`)
}

/** Shows the browser's dialog. Declining there counts as declining here. */
export async function install(event: InstallEvent, now: number): Promise<void> {
  // The browser shows its dialog once per event.
  installEvent.set(null)
  await event.prompt()
  const choice = await event.userChoice
  if (choice?.outcome === 'dismissed') dismiss(now)
}

/** The shorter side of a screen that separates phones from tablets, in CSS pixels. */
const TABLET = 600

export type AppleDevice = 'phone' | 'tablet' | 'mac'

/**
 * The Apple device, where the app is installed from Safari's menu because a page can't offer it. Null on other devices
 * and in the installed app. Only WebKit on Apple devices has `navigator.standalone`; it is false in the browser. On a
 * Mac it came with Safari 17, and web apps in the Dock came with macOS 14. An iPad identifies itself as a Mac, but no
 * Mac has a touch screen.
 */
export function appleDevice(): AppleDevice | null {
  if (!('standalone' in navigator) || navigator.standalone !== false) return null
  if (navigator.maxTouchPoints === 0) return 'mac'
  return Math.min(screen.width, screen.height) < TABLET ? 'phone' : 'tablet'
}
