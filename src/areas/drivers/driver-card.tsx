import { IconChevronDown } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { type Driver, driverKind } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { kMiles } from '#src/format/numbers.ts'
import { useMark } from '#src/offline/outbox/use-outbox.ts'
import { ContactLine } from '#src/ui/contact-line.tsx'
import { WaitingMark } from '#src/ui/waiting-mark.tsx'
import classes from './driver-card.module.css'
import { DriverDetails } from './driver-details.tsx'
import { DriverPhoto } from './driver-photo.tsx'
import { DriverStatusMenu } from './driver-status-menu.tsx'

interface DriverCardProps {
  readonly driver: Driver
  readonly isExpanded: boolean
  readonly onToggle: (id: number) => void
  readonly week: (driver: Driver) => ReactNode
}

/** A driver in the list. A card renders anew only when its own driver changes: scrolling 5,000 of them stays smooth. */
export const DriverCard = memo(function DriverCard({ driver, isExpanded, onToggle, week }: DriverCardProps) {
  const { user } = driver
  const name = fullName(user)
  const mark = useMark(driverKind, driverKind.keyOf(driver))
  const details = `driver-${driver.id}-details`
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.summary}>
        <DriverPhoto driver={driver} />
        <header className={classes.head}>
          <h2 className={classes.name}>{name}</h2>
          <WaitingMark mark={mark} />
          <span className={classes.status}>
            <DriverStatusMenu driver={driver} />
          </span>
        </header>
        <ContactLine person={user} className={classes.contact} />
        <dl className={classes.facts}>
          <Fact name="Truck">{driver.truck ?? '—'}</Fact>
          <Fact name="Trailer">{driver.trailer ?? '—'}</Fact>
          <div>
            <dt className="visually-hidden">Driven</dt>
            <dd>{kMiles(driver.miles_driven)}</dd>
          </div>
          <Fact name="Dispatcher">{driver.dispatcher ? fullName(driver.dispatcher.user) : '—'}</Fact>
        </dl>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isExpanded}
          aria-controls={details}
          aria-label={`${name}: week, expiry dates and rate`}
          onClick={() => onToggle(driver.id)}
        >
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
      {isExpanded ? (
        <div id={details}>
          <DriverDetails driver={driver} week={week} />
        </div>
      ) : null}
    </article>
  )
})

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
