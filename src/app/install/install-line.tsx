import { Button } from '@mantine/core'
import { useState } from 'react'
import { deviceNow } from '#src/browser/company-clock.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import classes from './install.module.css'
import { dismiss, shouldOfferInstall } from './install-offer.ts'
import { useInstallOffer } from './use-install-offer.ts'

/** One quiet line of the dashboard that offers the installation at a good moment, and respects a decline. */
export function InstallLine() {
  const offer = useInstallOffer()
  const { waiting, needsAttention } = useOutbox()
  const [isAnswered, setAnswered] = useState(false)
  if (offer === null || isAnswered || !shouldOfferInstall(waiting + needsAttention > 0, deviceNow())) return null
  const { words, accept } = offer
  const refuse = () => {
    setAnswered(true)
    dismiss(deviceNow())
  }
  return (
    <aside className={classes.line} aria-label="Install Haulyard">
      <span>{words}</span>
      <span className={classes.buttons}>
        {accept ? (
          <Button size="compact-md" variant="default" onClick={() => accept(deviceNow())}>
            Install
          </Button>
        ) : null}
        <Button size="compact-md" variant="subtle" onClick={refuse}>
          Not now
        </Button>
      </span>
    </aside>
  )
}
