import type { DispatcherName } from '#contract/people/dispatchers.ts'
import { fullName } from '#contract/wire/people.ts'
import type { FieldProps } from '#src/form/fields/bound-field.ts'
import { PickField, Picks } from '#src/form/pick/pick-field.tsx'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { choicesOf } from './dispatcher-choices.ts'
import { dispatcherNames } from './dispatcher-name-queries.ts'

interface DispatcherFieldProps extends FieldProps<DispatcherName | null> {
  /** Who leads the driver or the unit now: offered also when that one does not work. */
  readonly present: DispatcherName | null
}

/** Who leads a driver or a unit. */
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
    <Picks
      list={list}
      what="The dispatchers"
      label="Dispatcher"
      choices={choicesOf(list.rows, present?.id ?? null)}
      picked={picked === null ? '' : `${picked.id}`}
      onPick={({ content }) => onPick(content)}
    />
  )
}
