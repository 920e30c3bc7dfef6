import type { Inspection } from '#contract/maintenance/inspections.ts'
import { fullName } from '#contract/wire/people.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { PickerList, PickField } from '#src/form/pick/pick-field.tsx'
import { fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { managerChoices } from '../inspection-choices.ts'

type Manager = Inspection['fleet_manager']

interface FleetManagerFieldProps extends FieldProps<Manager> {
  /** The user in charge now, who might no longer be a fleet manager. */
  readonly present: Manager
}

/** The field for the fleet manager in charge of an inspection. */
export function FleetManagerField({ present, ...fieldProps }: FleetManagerFieldProps) {
  const picked = fieldProps.field.state.value
  return (
    <PickField {...fieldProps} shown={picked && fullName(picked)}>
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
    <PickerList
      list={list}
      what="The fleet managers"
      label="Fleet manager"
      choices={managerChoices(list.rows, present)}
      picked={picked === null ? null : `${picked.id}`}
      onPick={({ content }) => onPick(content)}
    />
  )
}
