import type { ReactNode } from 'react'
import type { Driver } from '#contract/drivers.ts'
import { fullName } from '#contract/people.ts'
import { kMiles } from '#src/format/numbers.ts'
import { UnitButton } from './unit-button.tsx'

interface DriverRowFactsProps {
  readonly driver: Driver
  /** Lays it out. */
  readonly className: string | undefined
}

/** What a driver drives, how far, and for whom; in the order of the card. */
export function DriverRowFacts({ driver, className }: DriverRowFactsProps) {
  return (
    <dl className={className}>
      <Fact name="Truck">
        <UnitButton driver={driver} sort="truck" />
      </Fact>
      <Fact name="Trailer">
        <UnitButton driver={driver} sort="trailer" />
      </Fact>
      <div>
        <dt className="visually-hidden">Driven</dt>
        <dd>{kMiles(driver.miles_driven)}</dd>
      </div>
      <Fact name="Dispatcher">{driver.dispatcher ? fullName(driver.dispatcher.user) : '—'}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
