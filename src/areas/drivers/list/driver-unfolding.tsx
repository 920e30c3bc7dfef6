import { lazy, type ReactNode, Suspense } from 'react'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { UnfoldButton } from '#src/ui/control/unfold-button.tsx'
import classes from './driver-card.module.css'

const DriverDetails = lazy(() => import('../driver-details.tsx').then((module) => ({ default: module.DriverDetails })))

/** What a driver's card and his line in the compact list are given alike. */
export interface DriverRowProps {
  readonly driver: Driver
  readonly isExpanded: boolean
  /** Opens or closes the row of that key. */
  readonly onToggle: (key: string) => void
  readonly week: (driver: Driver) => ReactNode
}

const detailsId = (driver: Driver) => `driver-${driver.id}-details`

/** Opens and closes what there is to know beside what the list shows. */
export function UnfoldDriver({ driver, isExpanded, onToggle }: Omit<DriverRowProps, 'week'>) {
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

/** Nothing unless it is opened. */
export function Unfolded({ driver, isExpanded, week }: Omit<DriverRowProps, 'onToggle'>) {
  if (!isExpanded) return null
  return (
    <div id={detailsId(driver)}>
      <Suspense fallback={<div className={classes.opening} />}>
        <DriverDetails driver={driver} week={week} />
      </Suspense>
    </div>
  )
}
