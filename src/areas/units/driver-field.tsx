import { fullName } from '#contract/people.ts'
import type { UnitName, UnitSort } from '#contract/units.ts'
import type { FieldProps } from '#src/form/bound-field.ts'
import { PickField, Picks } from '#src/form/pick-field.tsx'
import { useAllRows } from '#src/offline/use-all-rows.ts'
import { driverNames } from '#src/picks/driver-name-queries.ts'
import { unitList } from '#src/picks/unit-name-queries.ts'
import { driversToPick } from './driver-to-pick.ts'
import type { UnitDriver } from './new-unit.ts'

interface DriverFieldProps extends FieldProps<UnitDriver | null> {
  /** Of which kind the unit is that the driver gets. */
  readonly sort: UnitSort
}

/** Who drives a new unit. */
export function DriverField({ sort, ...given }: DriverFieldProps) {
  const chosen = given.field.state.value
  return (
    <PickField {...given} shown={chosen && fullName(chosen.driver)}>
      {(pick) => <Drivers sort={sort} picked={chosen} onPick={pick} />}
    </PickField>
  )
}

interface DriversProps {
  readonly sort: UnitSort
  readonly picked: UnitDriver | null
  readonly onPick: (driver: UnitDriver | null) => void
}

const NONE: readonly UnitName[] = []

function Drivers({ sort, picked, onPick }: DriversProps) {
  const list = useAllRows(driverNames)
  const units = useAllRows(unitList(sort))
  return (
    <Picks
      list={list}
      what="The drivers"
      label="Driver"
      choices={driversToPick(list.rows, sort, units.state === 'ready' ? units.rows : NONE)}
      picked={picked === null ? '' : `${picked.driver.id}`}
      onPick={({ content }) => onPick(content)}
    />
  )
}
