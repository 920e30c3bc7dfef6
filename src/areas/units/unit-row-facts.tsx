import { inspectionHoldsUntil } from '#contract/fleet-health.ts'
import { fullName } from '#contract/people.ts'
import type { Unit } from '#contract/unit-rows.ts'
import { kMiles } from '#src/format/numbers.ts'
import { DueFact } from '#src/ui/due-fact.tsx'
import { Fact } from '#src/ui/fact.tsx'
import { DriverButton } from './driver-button.tsx'

interface UnitRowFactsProps {
  readonly unit: Unit
  /** Lays it out. */
  readonly className: string | undefined
}

/** Who drives a unit, for whom, how far it went, and when it is due; in the order of the card. */
export function UnitRowFacts({ unit, className }: UnitRowFactsProps) {
  return (
    <dl className={className}>
      <Fact name="Driver">
        <DriverButton unit={unit} />
      </Fact>
      <Fact name="Dispatcher">{unit.dispatcher ? fullName(unit.dispatcher.user) : '—'}</Fact>
      <Fact name="Driven" isNameHidden>
        {kMiles(unit.miles_driven)}
      </Fact>
      <DueFact name="Next service" day={unit.next_service_date} over="overdue" />
      <InspectionFact unit={unit} />
    </dl>
  )
}

/** When the annual inspection was passed; it warns of the end of the twelve months. */
function InspectionFact({ unit: { inspection_passed_date: passed } }: Pick<UnitRowFactsProps, 'unit'>) {
  if (passed === null) return <DueFact name="Inspection passed" day={null} />
  return <DueFact name="Inspection passed" day={inspectionHoldsUntil(passed)} told={passed} over="overdue" />
}
