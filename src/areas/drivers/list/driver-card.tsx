import { memo } from 'react'
import { driverKind } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { ContactLine } from '#src/ui/person/contact-line.tsx'
import { StatusDates } from '#src/ui/status/status-dates.tsx'
import classes from './driver-card.module.css'
import { DriverPhoto } from './driver-photo.tsx'
import { DriverRowDetails, type DriverRowProps, ExpandDriver } from './driver-row-details.tsx'
import { DriverRowFacts } from './driver-row-facts.tsx'
import { DriverStatusMenu } from './driver-status-menu.tsx'

/**
 * A driver in the list. A card renders again only when its own driver changes, so that scrolling 5,000 cards stays
 * smooth.
 */
export const DriverCard = memo(function DriverCard({ driver, isExpanded, onToggle, week }: DriverRowProps) {
  const { user } = driver
  const name = fullName(user)
  const mark = useMark(driverKind, driverKind.keyOf(driver))
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.summary}>
        <DriverPhoto driver={driver} />
        <header className={classes.head}>
          <h2 className={classes.name} translate="no">
            {name}
          </h2>
          <WaitingMark mark={mark} />
          <span className={classes.status}>
            <DriverStatusMenu driver={driver} />
            <StatusDates from={driver.current_status_date_from} to={driver.status_date_to} />
          </span>
        </header>
        <ContactLine person={user} className={classes.contact} />
        <DriverRowFacts driver={driver} className={classes.facts} />
        <ExpandDriver {...{ driver, isExpanded, onToggle }} />
      </div>
      <DriverRowDetails {...{ driver, isExpanded, week }} />
    </article>
  )
})
