import { type Choice, RadioMenu } from '#src/ui/radio-menu.tsx'
import { FilterField } from './filter-field.tsx'

interface FilterMenuProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
}

/** A filter of one choice. */
export function FilterMenu<Value extends string>({ label, ...choosing }: FilterMenuProps<Value>) {
  const chosen = choosing.choices.find(({ value }) => value === choosing.value)
  return (
    <FilterField label={label} chosen={chosen?.title ?? ''}>
      {(button) => <RadioMenu target={button} {...choosing} />}
    </FilterField>
  )
}
