import { Button } from '@mantine/core'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { serviceTitle } from '#contract/maintenance/maintenance-choices.ts'
import classes from '#src/areas/maintenance/new/new-inspection.module.css'
import type { InspectionValues } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { MarkChoice } from '../mark-choice.tsx'
import { kindWords } from '../walked-words.ts'

export interface WalkedUnitProps {
  readonly unit: Inspection['transport']
  /** The choice between before and after a trip. Null where the first page of the lap has it. */
  readonly trip: {
    readonly value: InspectionValues['service_type']
    readonly onChoose: (to: 'pre_trip' | 'post_trip') => void
  } | null
  /** The coupled unit that can be added to the lap. Null for none. */
  readonly other?: Inspection['transport'] | null
  readonly onAdd?: (other: Inspection['transport']) => void
  /** Lets the user choose another unit. Only on the first page. */
  readonly onChangeUnit?: () => void
  /** Leaves this unit out of the lap. Only on the second page. */
  readonly onRemove?: () => void
}

const TRIPS = (['pre_trip', 'post_trip'] as const).map((value) => ({
  value,
  title: serviceTitle(value),
  color: 'blue' as const,
}))

/** The unit, the button that adds the other one to the lap, and whether the walk-around is before or after a trip. */
export function WalkedUnit({ unit, trip, other = null, onAdd, onChangeUnit, onRemove }: WalkedUnitProps) {
  return (
    <div className={classes.unit}>
      <p className={classes.unitTitle}>{unit.title}</p>
      {onChangeUnit ? (
        <Button variant="default" onClick={onChangeUnit}>
          Change unit
        </Button>
      ) : null}
      {onRemove ? (
        <Button variant="default" onClick={onRemove}>
          Remove {unit.kind}
        </Button>
      ) : null}
      {other === null ? null : (
        <Button variant="light" className={classes.trip} onClick={() => onAdd?.(other)}>
          Add {kindWords(other)}
        </Button>
      )}
      {trip === null ? null : (
        <div className={classes.trip}>
          <MarkChoice
            label="Service type"
            name={`trip-${unit.id}`}
            marks={TRIPS}
            value={TRIPS.find(({ value }) => value === trip.value)?.value ?? null}
            onChoose={trip.onChoose}
          />
        </div>
      )}
    </div>
  )
}
