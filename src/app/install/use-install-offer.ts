import { useState, useSyncExternalStore } from 'react'
import { isInstalled } from '#src/browser/is-installed.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { installEvent } from './install-event.ts'
import { type AppleDevice, appleDevice, install } from './install-offer.ts'

/** Safari 26 on a phone has Share behind three dots, unless the user chose the older bar. */
const STEPS: Readonly<Record<AppleDevice, string>> = {
  phone: 'tap Share (in a newer Safari the three dots first), then “Add to Home Screen”',
  tablet: 'tap Share at the top, then “Add to Home Screen”',
  mac: 'in Safari’s menu File choose “Add to Dock…” (macOS 14 or later)',
}

export interface InstallOffer {
  readonly words: string
  /** Shows the browser's dialog at a time in milliseconds since 1970; null where only the browser's menu can install. */
  readonly accept: ((now: number) => void) | null
}

/**
 * How the app can be installed on this device now; null where it can't, where it is installed, and without a network:
 * the browser fetches what it installs.
 */
export function useInstallOffer(): InstallOffer | null {
  const event = useSyncExternalStore(installEvent.subscribe, installEvent.get)
  const { online } = useOnline()
  const { waiting, needsAttention } = useOutbox()
  const [apple] = useState(appleDevice)
  if (!online || isInstalled()) return null
  if (event !== null)
    return {
      words: 'Install Haulyard: it opens like any other app, with and without a network.',
      accept: (now) => void install(event, now).catch(toastFailure),
    }
  // On Apple devices the installed app has a storage of its own, so waiting changes should be sent from the browser
  // first.
  if (apple === null || waiting + needsAttention > 0) return null
  return {
    words: `Keep Haulyard at hand: ${STEPS[apple]}. Sign in there once; it works with and without a network.`,
    accept: null,
  }
}
