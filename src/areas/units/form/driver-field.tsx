import type { UnitKind } from '#contract/units/unit-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { UnitDriver } from '#src/areas/units/changes/new-unit.ts'
import { formerUnitNumber } from '#src/areas/units/changes/placing.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { PickerList, PickField } from '#src/form/pick/pick-field.tsx'
import { driverNames } from '#src/lookups/driver-name-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { useToday } from '#src/ui/use-now.ts'
import { driverChoices } from '../driver-choices.ts'

interface DriverFieldProps extends FieldProps<UnitDriver | null> {
  /** The kind of the unit. */
  readonly kind: UnitKind
}

/** The driver of a new unit. */
export function DriverField({ kind, ...given }: DriverFieldProps) {
  const chosen = given.field.state.value
  const words =
    chosen && [fullName(chosen), chosen.had && `instead of ${formerUnitNumber(chosen.had)}`].filter(Boolean).join(', ')
  return (
    <PickField {...given} shown={words}>
      {(pick) => <Drivers kind={kind} picked={chosen} onPick={pick} />}
    </PickField>
  )
}

interface DriversProps {
  readonly kind: UnitKind
  readonly picked: UnitDriver | null
  readonly onPick: (driver: UnitDriver | null) => void
}

function Drivers({ kind, picked, onPick }: DriversProps) {
  const list = useAllRows(driverNames)
  const today = useToday()
  return (
    <PickerList
      list={list}
      what="The drivers"
      label="Driver"
      choices={driverChoices(list.rows, { kind, id: '', driver: null }, today)}
      picked={picked === null ? '' : `${picked.id}`}
      onPick={({ content }) => onPick(content)}
    />
  )
}
