import { memo } from 'react'
import { driverKind } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { useMark } from '#src/offline/outbox/use-outbox.ts'
import { WaitingMark } from '#src/ui/waiting-mark.tsx'
import classes from './driver-line.module.css'
import { DriverRowFacts } from './driver-row-facts.tsx'
import { DriverStatusMenu } from './driver-status-menu.tsx'
import { type DriverRowProps, UnfoldButton, Unfolded } from './driver-unfolding.tsx'

/** A driver in the compact list: one line, or two where it is narrow. Renders anew as seldom as a card. */
export const DriverLine = memo(function DriverLine({ driver, isExpanded, onToggle, week }: DriverRowProps) {
  const name = fullName(driver.user)
  const mark = useMark(driverKind, driverKind.keyOf(driver))
  return (
    <article className={classes.row} aria-label={name}>
      <div className={classes.line}>
        <header className={classes.head}>
          <h2 className={classes.name}>{name}</h2>
          <WaitingMark mark={mark} />
        </header>
        <span className={classes.status}>
          <DriverStatusMenu driver={driver} />
        </span>
        <DriverRowFacts driver={driver} className={classes.facts} />
        <UnfoldButton {...{ driver, isExpanded, onToggle }} />
      </div>
      <Unfolded {...{ driver, isExpanded, week }} />
    </article>
  )
})
