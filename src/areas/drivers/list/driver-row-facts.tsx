import type { Driver } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { kMiles } from '#src/format/numbers.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { UnitButton } from './unit-button.tsx'

interface DriverRowFactsProps {
  readonly driver: Driver
  /** A class for the layout. */
  readonly className: string | undefined
}

/** A driver's units, miles and dispatcher, in the order of the card. */
export function DriverRowFacts({ driver, className }: DriverRowFactsProps) {
  return (
    <dl className={className}>
      <Fact name="Truck">
        <UnitButton driver={driver} kind="truck" />
      </Fact>
      <Fact name="Trailer">
        <UnitButton driver={driver} kind="trailer" />
      </Fact>
      <Fact name="Driven" isNameHidden>
        {kMiles(driver.miles_driven)}
      </Fact>
      <Fact isVerbatim name="Dispatcher">
        {driver.dispatcher ? fullName(driver.dispatcher.user) : '—'}
      </Fact>
    </dl>
  )
}
