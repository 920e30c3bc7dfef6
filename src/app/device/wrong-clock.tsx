import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import classes from '#src/app/layout/banner.module.css'
import { clockLag, companyNow, onClockChange } from '#src/browser/company-clock.ts'
import { chicagoMoment } from '#src/format/chicago.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import { clockWords } from './clock-words.ts'

/**
 * The clock error that the user has dismissed, in milliseconds. Pages opened later do not show the same message again.
 */
let understood = 0

/** Shows the error of the device's clock and what to do, until the user dismisses it or the clock is set. */
export function WrongClock() {
  const lag = useUnpressed(useSyncExternalStore(onClockChange, clockLag), 0)
  const [said, setSaid] = useState(understood)
  const words = clockWords(lag)
  if (words === null || lag === said) return null
  const understand = () => {
    understood = lag
    setSaid(lag)
  }
  return (
    <p className={classes.banner} data-tone="attention">
      <IconClockExclamation size={18} stroke={1.75} aria-hidden />
      <span>
        This device’s clock is {words}: it is {chicagoMoment(companyNow())} in Chicago. Haulyard goes by the server’s
        clock. Set date and time in the device’s settings, best to automatic.
      </span>
      <span className={classes.actions}>
        <Button size="compact-sm" variant="default" onClick={understand}>
          Understood
        </Button>
      </span>
    </p>
  )
}
