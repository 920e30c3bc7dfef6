import { isInstalled } from '#src/browser/installed.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'
import { type InstallEvent, installEvent, visits } from './install-event.ts'

const DISMISSED = 'haulyard-install-dismissed'
const ASK_AGAIN_MS = 30 * 24 * 60 * 60_000

/** How often the person said no, and when last. The first version noted a plain "yes", for good. */
function dismissals(): { readonly times: number; readonly last: number } {
  const [times, last] = (readItem('local', DISMISSED) ?? '0 0').split(' ').map(Number)
  return Number.isFinite(times) && Number.isFinite(last)
    ? { times: times ?? 0, last: last ?? 0 }
    : { times: Number.POSITIVE_INFINITY, last: 0 }
}

/**
 * A person who comes back, or who has just trusted the device with a change, may want it nearer at hand. Who said no is
 * asked once more after 30 days; who said no twice, never.
 * @param now milliseconds since 1970
 */
export function isGoodMoment(hasKeptChange: boolean, now: number): boolean {
  const { times, last } = dismissals()
  if (isInstalled() || times > 1 || (times === 1 && now - last < ASK_AGAIN_MS)) return false
  return visits() > 1 || hasKeptChange
}

export function dismiss(now: number): void {
  writeItem('local', DISMISSED, `${dismissals().times + 1} ${now}`)
  installEvent.set(null)
}

/** Shows the browser's own dialog; what is refused there counts as a no. */
export async function install(event: InstallEvent, now: number): Promise<void> {
  await event.prompt()
  if ((await event.userChoice)?.outcome === 'dismissed') dismiss(now)
  else installEvent.set(null)
}

/** The shorter side of a screen from which a device is held with two hands, in CSS pixels: phones have less, tablets more. */
const TABLET = 600

export type AppleDevice = 'phone' | 'tablet' | 'mac'

/**
 * Where the app is installed from a menu of Safari's, for a page can make no offer there. `standalone` is of WebKit on
 * Apple's devices alone, and false in the browser; on a Mac it came with Safari 17, and the Dock for web apps with macOS 14.
 * An iPad says that it is a Mac, but no Mac is touched.
 */
export function appleDevice(): AppleDevice | null {
  if (!('standalone' in navigator) || navigator.standalone !== false) return null
  if (navigator.maxTouchPoints === 0) return 'mac'
  return Math.min(screen.width, screen.height) < TABLET ? 'phone' : 'tablet'
}
