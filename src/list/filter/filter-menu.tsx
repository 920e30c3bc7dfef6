import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { type Choice, RadioMenu } from '#src/ui/status/radio-menu.tsx'
import { SEARCHED_BEYOND } from './check-choices.ts'
import { FilterChecks } from './filter-checks.tsx'
import { FilterField } from './filter-field.tsx'

// The list comes with the click that opens it.
const PickList = lazyPart(() => import('#src/form/pick/pick-list.tsx').then((module) => module.PickList))

interface FilterMenuProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
}

/** A filter with one choice. More than eight choices can be searched. */
export function FilterMenu<Value extends string>({ label, ...choosing }: FilterMenuProps<Value>) {
  const { value: present, choices, onChoose } = choosing
  const valued = (wanted: string | undefined) => choices.find(({ value }) => value === wanted)
  const title = valued(present)?.title ?? ''
  if (choices.length <= SEARCHED_BEYOND)
    return (
      <FilterField label={label} chosen={title}>
        {(button) => <RadioMenu target={button} {...choosing} />}
      </FilterField>
    )
  const choose = ([first]: readonly string[]) => {
    const chosen = valued(first)
    if (chosen) onChoose(chosen.value)
  }
  return (
    <FilterChecks label={label} chosen={title} onSave={choose}>
      {(save) => <PickList label={label} choices={choices} picked={present} onPick={({ value }) => save([value])} />}
    </FilterChecks>
  )
}
