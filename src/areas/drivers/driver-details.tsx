import type { ReactNode } from 'react'
import { view } from '#contract/access.ts'
import type { Driver } from '#contract/drivers.ts'
import { shortDay } from '#src/format/calendar.ts'
import { Can } from '#src/session/can.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './driver-card.module.css'
import { expiryWords, toneOfExpiry } from './driver-papers.ts'
import { rateWords } from './driver-rate.ts'

interface DriverDetailsProps {
  readonly driver: Driver
  readonly week: (driver: Driver) => ReactNode
}

/** What an expanded card shows: the week, the papers with their warnings, the pay. */
export function DriverDetails({ driver, week }: DriverDetailsProps) {
  const { med_expire, CDL_expire, rate } = driver.extra_info
  return (
    <div className={classes.details}>
      <div className={classes.week}>
        <Can
          access={view('schedule')}
          otherwise={<p className={classes.refusal}>Permission for schedule view required</p>}
        >
          {week(driver)}
        </Can>
      </div>
      <dl className={classes.papers}>
        <Expiry name="Medical card expires" day={med_expire} />
        <Expiry name="CDL expires" day={CDL_expire} />
        <div>
          <dt>Rate</dt>
          <dd>{rateWords(rate, driver.position)}</dd>
        </div>
      </dl>
    </div>
  )
}

function Expiry({ name, day }: { readonly name: string; readonly day: string | null }) {
  const today = useToday()
  if (day === null) {
    return (
      <div data-tone="missing">
        <dt>{name}</dt>
        <dd>Not on file</dd>
      </div>
    )
  }
  const words = expiryWords(day, today)
  return (
    <div data-tone={toneOfExpiry(day, today)}>
      <dt>{name}</dt>
      <dd>
        {shortDay(day)}
        {words ? <span className={classes.warning}> · {words}</span> : null}
      </dd>
    </div>
  )
}
