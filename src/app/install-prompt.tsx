import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { useOutbox } from '#src/offline/outbox/use-outbox.ts'
import { toastFailure } from '#src/ui/toast.ts'
import classes from './banner.module.css'
import { installEvent } from './install-event.ts'
import { dismiss, install, iosDevice, isGoodMoment } from './install-offer.ts'

const IOS_WORDS = {
  iphone: 'Keep Haulyard at hand: tap Share, then “Add to Home Screen”, and sign in there once.',
  ipad: 'Keep Haulyard at hand: tap Share at the top, then “Add to Home Screen”, and sign in there once.',
}

/** Offers to install the app, at a good moment, and takes a no for a no. */
export function InstallPrompt() {
  const event = useSyncExternalStore(installEvent.subscribe, installEvent.get)
  const { waiting, needsAttention } = useOutbox()
  const hasKeptChange = waiting + needsAttention > 0
  const [isAnswered, setAnswered] = useState(false)
  const ios = iosDevice()
  // On iOS the installed app has a storage of its own: what waits here is better sent from here first.
  const canOffer = event !== null || (ios !== null && !hasKeptChange)
  if (isAnswered || !canOffer || !isGoodMoment(hasKeptChange, Date.now())) return null
  const refuse = () => {
    setAnswered(true)
    dismiss(Date.now())
  }
  const accept = () => {
    setAnswered(true)
    if (event) install(event, Date.now()).catch(toastFailure)
  }
  return (
    <aside className={classes.offer} aria-label="Install Haulyard">
      <span>
        {ios === null
          ? 'Install Haulyard: it opens like any other app, with and without a network.'
          : `${IOS_WORDS[ios]} It then works like any other app, with and without a network.`}
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
