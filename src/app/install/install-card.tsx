import { Button } from '@mantine/core'
import classes from '#src/app/device/device-page.module.css'
import { deviceNow } from '#src/browser/company-clock.ts'
import { useInstallOffer } from './use-install-offer.ts'

/** The entry of the page "This device" that installs the app, whatever the user answered before. */
export function InstallCard() {
  const offer = useInstallOffer()
  if (offer === null) return null
  const { words, accept } = offer
  return (
    <section className={classes.card} aria-labelledby="install">
      <h2 id="install">As an app of its own</h2>
      <p>{words}</p>
      {accept ? (
        <Button variant="default" onClick={() => accept(deviceNow())}>
          Install
        </Button>
      ) : null}
    </section>
  )
}
