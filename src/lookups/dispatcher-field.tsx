import type { DispatcherName } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { PickerList, PickField } from '#src/form/pick/pick-field.tsx'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { dispatchersToOffer } from './dispatcher-choices.ts'
import { dispatcherNames } from './dispatcher-name-queries.ts'

interface DispatcherFieldProps extends FieldProps<DispatcherName | null> {
  /** The current dispatcher of the driver or the unit, offered whatever their status. */
  readonly present: DispatcherName | null
}

/** The dispatcher of a driver or a unit. */
export function DispatcherField({ present, ...given }: DispatcherFieldProps) {
  const chosen = given.field.state.value
  return (
    <PickField {...given} shown={chosen && fullName(chosen.user)}>
      {(pick) => <Names picked={chosen} present={present} onPick={pick} />}
    </PickField>
  )
}

interface NamesProps extends Pick<DispatcherFieldProps, 'present'> {
  readonly picked: DispatcherName | null
  readonly onPick: (name: DispatcherName | null) => void
}

function Names({ picked, present, onPick }: NamesProps) {
  const list = useAllRows(dispatcherNames)
  return (
    <PickerList
      list={list}
      what="The dispatchers"
      label="Dispatcher"
      choices={dispatchersToOffer(list.rows, present?.id ?? null)}
      picked={picked === null ? '' : `${picked.id}`}
      onPick={({ content }) => onPick(content)}
    />
  )
}
