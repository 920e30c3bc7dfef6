import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { useOutbox } from '#src/offline/outbox/use-outbox.ts'
import classes from './banner.module.css'
import { dismissForGood, installEvent, isGoodMoment, needsIosWords } from './install-offer.ts'

/** Offers to install the app, at a good moment, until the person says no once. */
export function InstallPrompt() {
  const event = useSyncExternalStore(installEvent.subscribe, installEvent.get)
  const hasKeptChange = useOutbox().entries.length > 0
  const [isDismissed, setDismissed] = useState(false)
  if (isDismissed || (event === null && !needsIosWords()) || !isGoodMoment(hasKeptChange)) return null
  const dismiss = () => {
    setDismissed(true)
    dismissForGood()
  }
  const install = () => {
    setDismissed(true)
    void event?.prompt()
  }
  return (
    <aside className={classes.offer} aria-label="Install Haulyard">
      <span>
        {event
          ? 'Install Haulyard: it opens like any other app, with and without a network.'
          : 'Keep Haulyard at hand: tap Share, then “Add to Home Screen”. It then works without a network too.'}
      </span>
      <span className={classes.actions}>
        {event ? (
          <Button size="compact-sm" onClick={install}>
            Install
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" onClick={dismiss}>
          Not now
        </Button>
      </span>
    </aside>
  )
}
