import { memo } from 'react'
import { driverKind } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { PersonLine } from '#src/ui/person/person-line.tsx'
import { StatusDates } from '#src/ui/status/status-dates.tsx'
import classes from './driver-line.module.css'
import { DriverRowDetails, type DriverRowProps, ExpandDriver } from './driver-row-details.tsx'
import { DriverRowFacts } from './driver-row-facts.tsx'
import { DriverStatusMenu } from './driver-status-menu.tsx'

/** A driver in the compact list. A line renders again only when its own driver changes. */
export const DriverLine = memo(function DriverLine({ driver, isExpanded, onToggle, week }: DriverRowProps) {
  return (
    <PersonLine
      className={classes.row}
      name={fullName(driver.user)}
      mark={useMark(driverKind, driverKind.keyOf(driver))}
      status={<DriverStatusMenu driver={driver} />}
      dates={<StatusDates from={driver.current_status_date_from} to={driver.status_date_to} isBrief />}
      facts={<DriverRowFacts driver={driver} className={classes.facts} />}
      unfold={<ExpandDriver {...{ driver, isExpanded, onToggle }} />}
    >
      <DriverRowDetails {...{ driver, isExpanded, week }} />
    </PersonLine>
  )
})
