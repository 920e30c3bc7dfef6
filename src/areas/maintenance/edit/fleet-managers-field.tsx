import type { Inspection } from '#contract/maintenance/inspections.ts'
import { fullName } from '#contract/wire/people.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { PickField, Picks } from '#src/form/pick/pick-field.tsx'
import { fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { managerChoices } from '../inspection-choices.ts'

type Manager = Inspection['fleet_manager']

interface FleetManagerFieldProps extends FieldProps<Manager> {
  /** Who is in charge now, and may be no fleet manager any more. */
  readonly present: Manager
}

/** Who is in charge of an inspection. */
export function FleetManagerField({ present, ...given }: FleetManagerFieldProps) {
  const picked = given.field.state.value
  return (
    <PickField {...given} shown={picked && fullName(picked)}>
      {(pick) => <Names {...{ picked, present }} onPick={pick} />}
    </PickField>
  )
}

interface NamesProps extends Pick<FleetManagerFieldProps, 'present'> {
  readonly picked: Manager
  readonly onPick: (manager: Manager) => void
}

function Names({ picked, present, onPick }: NamesProps) {
  const list = useAllRows(fleetManagerNames)
  return (
    <Picks
      list={list}
      what="The fleet managers"
      label="Fleet manager"
      choices={managerChoices(list.rows, present)}
      picked={picked === null ? null : `${picked.id}`}
      onPick={({ content }) => onPick(content)}
    />
  )
}
