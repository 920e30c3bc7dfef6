import type { ReactNode } from 'react'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { UnfoldButton } from '#src/ui/control/unfold-button.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import classes from './driver-card.module.css'

const DriverDetails = lazyPart(() => import('../driver-details.tsx').then((module) => module.DriverDetails))

/** The shared props of a driver's card and line in the compact list. */
export interface DriverRowProps {
  readonly driver: Driver
  readonly isExpanded: boolean
  /** Expands or collapses the row with this key. */
  readonly onToggle: (key: string) => void
  readonly week: (driver: Driver) => ReactNode
}

const detailsId = (driver: Driver) => `driver-${driver.id}-details`

/** Expands and collapses the details of a driver. */
export function ExpandDriver({ driver, isExpanded, onToggle }: Omit<DriverRowProps, 'week'>) {
  return (
    <UnfoldButton
      className={classes.toggle}
      name={`${fullName(driver.user)}: week, expiry dates, rate and expenses`}
      controls={detailsId(driver)}
      isExpanded={isExpanded}
      onToggle={() => onToggle(driverKind.keyOf(driver))}
    />
  )
}

/** The expanded part of a card; nothing while it is collapsed. */
export function DriverRowDetails({ driver, isExpanded, week }: Omit<DriverRowProps, 'onToggle'>) {
  if (!isExpanded) return null
  return (
    <div id={detailsId(driver)}>
      <DriverDetails driver={driver} week={week} meanwhile={<div className={classes.opening} />} />
    </div>
  )
}
