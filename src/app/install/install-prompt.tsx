import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import classes from '#src/app/layout/banner.module.css'
import { deviceNow } from '#src/browser/company-clock.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { installEvent } from './install-event.ts'
import { type AppleDevice, appleDevice, dismiss, install, shouldOfferInstall } from './install-offer.ts'

/** Safari 26 on a phone has Share behind three dots, unless the user chose the older bar. */
const STEPS: Readonly<Record<AppleDevice, string>> = {
  phone: 'tap Share (in a newer Safari the three dots first), then “Add to Home Screen”',
  tablet: 'tap Share at the top, then “Add to Home Screen”',
  mac: 'in Safari’s menu File choose “Add to Dock…” (macOS 14 or later)',
}

/** Offers to install the app at a good moment, and respects a decline. */
export function InstallPrompt() {
  const event = useSyncExternalStore(installEvent.subscribe, installEvent.get)
  const { waiting, needsAttention } = useOutbox()
  const hasKeptChange = waiting + needsAttention > 0
  const [isAnswered, setAnswered] = useState(false)
  const apple = appleDevice()
  // On Apple devices the installed app has a storage of its own, so waiting changes should be sent from the browser
  // first.
  const canOffer = event !== null || (apple !== null && !hasKeptChange)
  if (isAnswered || !canOffer || !shouldOfferInstall(hasKeptChange, deviceNow())) return null
  const refuse = () => {
    setAnswered(true)
    dismiss(deviceNow())
  }
  const accept = () => {
    setAnswered(true)
    if (event) install(event, deviceNow()).catch(toastFailure)
  }
  return (
    <aside className={classes.offer} aria-label="Install Haulyard">
      <span>
        {apple === null
          ? 'Install Haulyard: it opens like any other app, with and without a network.'
          : `Keep Haulyard at hand: ${STEPS[apple]}. Sign in there once; it works with and without a network.`}
      </span>
      <span className={classes.actions}>
        {event ? (
          <Button size="compact-sm" onClick={accept}>
            Install
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" onClick={refuse}>
          Not now
        </Button>
      </span>
    </aside>
  )
}
